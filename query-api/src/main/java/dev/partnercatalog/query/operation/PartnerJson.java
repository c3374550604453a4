package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.records.PatchPartner;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/** A partner configuration as JSON, with exactly the specification's fields, keys in alphabetical order. */
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
                        ? new WebhookSetting(
                                fields.flag(webhook, "webhook.", "enabled"), fields.text(webhook, "webhook.", "url"))
                        : new WebhookSetting(false, ""),
                fields.objects(body, "", "allowedCompanies", (company, path) -> company(company, path, fields)));
    }

    /** Reads a patch (RFC 7396): other members, and null, which would remove one, are violations (D34). */
    static PatchPartner readPatch(JsonNode patch, JsonFields fields) {
        fields.only(patch, "", PATCHED, NOT_HERE);
        JsonNode webhook = patch.has("webhook") ? fields.object(patch, "", "webhook") : patch.path("webhook");
        if (webhook.isObject()) {
            fields.only(webhook, "webhook.", OF_WEBHOOK, NOT_HERE);
        }
        return PatchPartner.newBuilder()
                .setPartnerName(patch.has("partnerName") ? fields.text(patch, "", "partnerName") : null)
                .setEnabled(patch.has("enabled") ? fields.flag(patch, "", "enabled") : null)
                .setWebhookEnabled(webhook.has("enabled") ? fields.flag(webhook, "webhook.", "enabled") : null)
                .setWebhookUrl(webhook.has("url") ? fields.text(webhook, "webhook.", "url") : null)
                .build();
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

    static void write(Partner partner, OutputStream out) throws IOException {
        JsonOutput.write(out, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("allowedCompanies");
            for (AllowedCompany company : partner.getAllowedCompanies()) {
                write(json, company);
            }
            json.writeEndArray();
            json.writeBooleanField("enabled", partner.getEnabled());
            json.writeStringField("partnerId", partner.getPartnerId());
            json.writeStringField("partnerName", partner.getPartnerName());
            json.writeObjectFieldStart("webhook");
            json.writeBooleanField("enabled", partner.getWebhook().getEnabled());
            json.writeStringField("url", partner.getWebhook().getUrl());
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, AllowedCompany company) throws IOException {
        AllowedFields flags = company.getAllowedFields();
        json.writeStartObject();
        json.writeObjectFieldStart("allowedFields");
        json.writeBooleanField("badges", flags.getBadges());
        json.writeBooleanField("cannabinoidOverrides", flags.getCannabinoidOverrides());
        json.writeBooleanField("displayNameOverrides", flags.getDisplayNameOverrides());
        json.writeBooleanField("labels", flags.getLabels());
        json.writeEndObject();
        json.writeStringField("id", company.getId());
        json.writeArrayFieldStart("locations");
        for (AllowedLocation location : company.getLocations()) {
            json.writeStartObject();
            json.writeStringField("id", location.getId());
            json.writeStringField("name", location.getName());
            json.writeStringField("providerId", location.getProviderId());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringField("name", company.getName());
        json.writeStringField("provider", company.getProvider());
        json.writeStringField("providerId", company.getProviderId());
        json.writeEndObject();
    }
}
