package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.PartnerAccess;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.http.ErrorCode;
import dev.partnercatalog.query.http.HttpProblem;
import dev.partnercatalog.query.http.JsonOutput;
import io.javalin.http.Context;
import java.io.IOException;

/** {@code GET /v1/partner}: the caller's partner configuration, a disabled partner's too (D16). */
final class GetPartner implements CallerHandler {

    private final PartnerDirectory partners;

    GetPartner(PartnerDirectory partners) {
        this.partners = partners;
    }

    @Override
    public void handle(Context context, Caller caller) {
        PartnerAccess access = partners.find(caller);
        if (access == null) {
            throw HttpProblem.of(
                    ErrorCode.NOT_FOUND,
                    "The partner \"" + caller.partnerId() + "\" has no configuration yet.",
                    "Ask the operator to publish one.");
        }
        context.header("ETag", "\"" + access.config().getRevision() + "\"");
        context.result(json(access.config().getPartner()));
    }

    /** A partner configuration with exactly the specification's fields, keys in alphabetical order. */
    private static byte[] json(Partner partner) {
        return JsonOutput.bytes(json -> {
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
