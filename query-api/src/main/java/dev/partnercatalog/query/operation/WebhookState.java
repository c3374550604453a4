package dev.partnercatalog.query.operation;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookEndpoint;
import org.jspecify.annotations.Nullable;

/** Whether anything is sent to a webhook, and if not, why. */
enum WebhookState {
    HEALTHY("healthy"),
    BACKING_OFF("backing-off"),
    SUSPENDED("suspended"),
    /** By the operator; the partner sees this as suspended too. */
    HELD("suspended"),
    DISABLED("disabled");

    private final String jsonName;

    WebhookState(String jsonName) {
        this.jsonName = jsonName;
    }

    String jsonName() {
        return jsonName;
    }

    /** @param endpoint the last report about this very URL; null if there is none */
    static WebhookState of(PartnerConfig config, @Nullable WebhookEndpoint endpoint) {
        if (!config.getPartner().getEnabled()
                || !config.getPartner().getWebhook().getEnabled()) {
            return DISABLED;
        }
        if (config.getWebhookControl().getSuspended()) {
            return HELD;
        }
        if (endpoint == null) {
            return HEALTHY;
        }
        return switch (endpoint.getStatus()) {
            case SUSPENDED -> SUSPENDED;
            case BACKING_OFF -> BACKING_OFF;
            case HEALTHY, UNKNOWN -> HEALTHY;
        };
    }
}
