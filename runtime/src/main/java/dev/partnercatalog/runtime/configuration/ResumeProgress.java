package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookEndpoint;
import org.jspecify.annotations.Nullable;

/** Whether the sink has acted on the requests to resume a webhook. Until it has, the webhook's state is the one before. */
public final class ResumeProgress {

    private ResumeProgress() {}

    /**
     * Whether there is nothing left to wait for: nothing is sent to the webhook at all, its endpoint is healthy anyway,
     * or the sink has probed it, or ended its pause.
     *
     * @param config the configuration that the last request resulted in
     * @param endpoint what the sink recorded last about the partner's endpoint, null if nothing
     */
    public static boolean isApplied(PartnerConfig config, @Nullable WebhookEndpoint endpoint) {
        boolean isSent = config.getPartner().getEnabled()
                && config.getPartner().getWebhook().getEnabled()
                && !config.getWebhookControl().getSuspended();
        return !isSent
                || endpoint == null
                || !endpoint.getUrl().equals(config.getPartner().getWebhook().getUrl())
                || endpoint.getStatus() == EndpointStatus.HEALTHY
                || endpoint.getAppliedResumes() >= config.getWebhookControl().getResumes();
    }
}
