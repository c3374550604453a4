package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PatchPartner;
import org.jspecify.annotations.Nullable;

/** What a patch makes of a partner (RFC 7396, D34). */
public final class PartnerPatch {

    private PartnerPatch() {}

    /** The partner after the patch; whether it may be so is for others to decide. */
    public static Partner merged(Partner before, PatchPartner patch) {
        WebhookSetting webhook = before.getWebhook();
        return Partner.newBuilder(before)
                .setPartnerName(given(patch.getPartnerName(), before.getPartnerName()))
                .setEnabled(given(patch.getEnabled(), before.getEnabled()))
                .setWebhook(new WebhookSetting(
                        given(patch.getWebhookEnabled(), webhook.getEnabled()),
                        given(patch.getWebhookUrl(), webhook.getUrl())))
                .build();
    }

    private static <T> T given(@Nullable T value, T before) {
        return value == null ? before : value;
    }
}
