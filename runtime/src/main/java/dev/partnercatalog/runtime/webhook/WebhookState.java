package dev.partnercatalog.runtime.webhook;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether and how messages go to a partner's webhook. What is due stays due. */
public enum WebhookState {
    DISABLED("disabled"),
    HELD("held by the operator"),
    /** The partner gets its webhook secret with its first client, and couldn't verify messages before (D27). */
    NO_CLIENT("held until the partner has an API client"),
    SUSPENDED("suspended"),
    BACKING_OFF("backing off"),
    HEALTHY("healthy");

    private final String words;

    WebhookState(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** For programs. */
    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The state of a webhook, by what is known about its present URL. A client counts, enabled or not. */
    public static WebhookState of(PartnerConfig config, boolean hasClient, @Nullable WebhookEndpoint endpoint) {
        if (!config.getPartner().getEnabled()
                || !config.getPartner().getWebhook().getEnabled()) {
            return DISABLED;
        }
        WebhookState hold = hold(config.getWebhookControl(), hasClient);
        if (hold != null) {
            return hold;
        }
        return switch (endpoint == null ? EndpointStatus.HEALTHY : endpoint.getStatus()) {
            case SUSPENDED -> SUSPENDED;
            case BACKING_OFF -> BACKING_OFF;
            case HEALTHY, UNKNOWN -> HEALTHY;
        };
    }

    /** What holds an enabled webhook, whatever its endpoint's health; null if nothing does. */
    public static @Nullable WebhookState hold(WebhookControl control, boolean hasClient) {
        if (control.getSuspended()) {
            return HELD;
        }
        // Only a client of the partner can rotate the secret, and the response shows it.
        boolean canVerify = hasClient || control.getSecretGeneration() > 0;
        return canVerify ? null : NO_CLIENT;
    }
}
