package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import org.jspecify.annotations.Nullable;

/** What a partner wants to have changed of its configuration (RFC 7396, D34); null leaves a field as it is. */
record PartnerPatch(
        @Nullable String partnerName,
        @Nullable Boolean enabled,
        @Nullable Boolean webhookEnabled,
        @Nullable String webhookUrl) {

    /** The partner after the patch; whether it may be so is for others to decide. */
    Partner merged(Partner before) {
        WebhookSetting webhook = before.getWebhook();
        return Partner.newBuilder(before)
                .setPartnerName(given(partnerName, before.getPartnerName()))
                .setEnabled(given(enabled, before.getEnabled()))
                .setWebhook(new WebhookSetting(
                        given(webhookEnabled, webhook.getEnabled()), given(webhookUrl, webhook.getUrl())))
                .build();
    }

    private static <T> T given(@Nullable T value, T before) {
        return value == null ? before : value;
    }
}
