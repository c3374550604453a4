package dev.partnercatalog.query.operation;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.event.WebhookTarget;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads a partner configuration, or a patch of one, from JSON. */
final class PartnerJson {

    private static final String NOT_HERE = "can't be changed here";
    private static final Set<String> PATCHED = Set.of("partnerName", "enabled", "webhook");
    private static final Set<String> OF_WEBHOOK = Set.of("enabled", "url");

    private PartnerJson() {}

    static Partner read(JsonNode body, JsonFields fields) {
        JsonNode webhook = fields.object(body, "", "webhook");
        return new Partner(
                fields.text(body, "", "partnerId"),
                fields.text(body, "", "partnerName"),
                fields.flag(body, "", "enabled"),
                webhook.isObject()
                        ? new WebhookSetting(fields.flag(webhook, "webhook.", "enabled"), url(webhook, fields))
                        : new WebhookSetting(false, ""),
                fields.objects(body, "", "allowedCompanies", (company, path) -> company(company, path, fields)));
    }

    /** Reads a patch (RFC 7396): other members, and null, which would remove one, are violations (D34). */
    static UnaryOperator<Partner> readPatch(JsonNode patch, JsonFields fields) {
        fields.only(patch, "", PATCHED, NOT_HERE);
        JsonNode webhook = patch.has("webhook") ? fields.object(patch, "", "webhook") : patch.path("webhook");
        if (webhook.isObject()) {
            fields.only(webhook, "webhook.", OF_WEBHOOK, NOT_HERE);
        }
        String name = patch.has("partnerName") ? fields.text(patch, "", "partnerName") : null;
        Boolean enabled = patch.has("enabled") ? fields.flag(patch, "", "enabled") : null;
        Boolean sending = webhook.has("enabled") ? fields.flag(webhook, "webhook.", "enabled") : null;
        String url = webhook.has("url") ? url(webhook, fields) : null;
        return before -> Partner.newBuilder(before)
                .setPartnerName(requireNonNullElse(name, before.getPartnerName()))
                .setEnabled(requireNonNullElse(enabled, before.getEnabled()))
                .setWebhook(new WebhookSetting(
                        requireNonNullElse(sending, before.getWebhook().getEnabled()),
                        requireNonNullElse(url, before.getWebhook().getUrl())))
                .build();
    }

    private static String url(JsonNode webhook, JsonFields fields) {
        return WebhookTarget.inAscii(fields.text(webhook, "webhook.", "url"));
    }

    private static AllowedCompany company(JsonNode company, String path, JsonFields fields) {
        JsonNode flags = fields.object(company, path, "allowedFields");
        String at = path + "allowedFields.";
        return new AllowedCompany(
                fields.text(company, path, "id"),
                fields.text(company, path, "name"),
                fields.text(company, path, "provider"),
                fields.text(company, path, "providerId"),
                flags.isObject()
                        ? new AllowedFields(
                                fields.flag(flags, at, "badges"),
                                fields.flag(flags, at, "cannabinoidOverrides"),
                                fields.flag(flags, at, "displayNameOverrides"),
                                fields.flag(flags, at, "labels"))
                        : new AllowedFields(false, false, false, false),
                locations(company, path, fields));
    }

    private static List<AllowedLocation> locations(JsonNode company, String path, JsonFields fields) {
        return fields.objects(
                company,
                path,
                "locations",
                (location, at) -> new AllowedLocation(
                        fields.text(location, at, "id"),
                        fields.text(location, at, "name"),
                        fields.text(location, at, "providerId")));
    }
}
