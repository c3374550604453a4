package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.records.WebhookControl;
import org.jspecify.annotations.Nullable;

/** Why nothing is sent to an enabled webhook, whatever its endpoint's health. What is due stays due. */
public enum WebhookHold {
    /** An operator holds it. */
    OPERATOR("held by an operator"),
    /** The partner gets its webhook secret with its first client, and couldn't verify messages before (D27). */
    NO_CLIENT("held until the partner has an API client");

    private final String words;

    WebhookHold(String words) {
        this.words = words;
    }

    /** The reason in words. */
    public String words() {
        return words;
    }

    /** What holds a webhook, null if nothing does. A client of the partner counts, enabled or not. */
    public static @Nullable WebhookHold of(WebhookControl control, boolean hasClient) {
        if (control.getSuspended()) {
            return OPERATOR;
        }
        // Only a client of the partner can rotate the secret, and the response shows it.
        boolean canVerify = hasClient || control.getSecretGeneration() > 0;
        return canVerify ? null : NO_CLIENT;
    }
}
