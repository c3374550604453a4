package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.schemas.event.PartnerSize;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code PUT} and {@code PATCH /v1/partner}: changes made by the partner itself (D18, D34). What follows from the
 * request alone is checked here; what the partner may change depends on the state to which the change applies.
 */
final class ChangePartner {

    static final String PATH = "/v1/partner";
    static final String PATCH_TYPE = "application/merge-patch+json";

    private static final int MAX_NAME = 256;

    private final PartnerConfigurations configurations;
    private final Changes changes;
    private final WebhookUrlCheck urls;
    private final OperationLimits limits;
    private final LargeBodies large = new LargeBodies();

    ChangePartner(PartnerConfigurations configurations, Changes changes, WebhookUrlCheck urls, OperationLimits limits) {
        this.configurations = configurations;
        this.changes = changes;
        this.urls = urls;
        this.limits = limits;
    }

    void put(Context context, Caller caller) throws IOException {
        try (LargeBodies.Room room = large.room(caller)) {
            byte[] body = RequestBody.json(
                    context,
                    limits.maxBodyBytes(),
                    Math.max(limits.maxBodyBytes(), PartnerSize.MOST_JSON_BYTES),
                    room::enter);
            EntityTags ifMatch = EntityTags.of(context, "If-Match");
            JsonFields fields = new JsonFields();
            Partner partner = StrictJson.read(body, json -> PartnerJson.read(json, fields));
            fields.requireNone();
            Partner before = current(caller);
            check(partner, before, fields);
            checkIds(partner.getAllowedCompanies(), fields);
            fields.requireNone();
            var unused = Changes.bounded(before, partner, Changes.AS_RETURNED);
            PartnerAnswer.write(
                    context, changes.ofPartner(caller, ifMatch, current -> PartnerEditRules.allowed(current, partner)));
        }
    }

    void patch(Context context, Caller caller) throws IOException {
        RequestBody.requireMediaType(context, PATCH_TYPE, "Accept-Patch");
        byte[] body = RequestBody.bytes(context, limits.maxBodyBytes());
        EntityTags ifMatch = EntityTags.of(context, "If-Match");
        JsonFields fields = new JsonFields();
        PartnerPatch patch = StrictJson.read(body, json -> PartnerJson.readPatch(json, fields));
        fields.requireNone();
        Partner before = current(caller);
        if (before != null) {
            check(patch.merged(before), before, fields);
            fields.requireNone();
        }
        PartnerAnswer.write(
                context,
                changes.ofPartner(
                        caller, ifMatch, current -> PartnerEditRules.allowed(current, patch.merged(current))));
    }

    private @Nullable Partner current(Caller caller) {
        PartnerConfig config = configurations.partner(caller.partnerId());
        return config == null ? null : config.getPartner();
    }

    /** Unchanged values aren't checked: what GET returned can always be sent back, whatever the operator published. */
    private void check(Partner after, @Nullable Partner before, JsonFields fields) {
        if (before == null || !after.getPartnerName().equals(before.getPartnerName())) {
            checkName(after.getPartnerName(), fields);
        }
        if (before == null || isNew(after.getWebhook(), before.getWebhook())) {
            checkWebhook(after.getWebhook(), fields);
        }
    }

    private static void checkName(String name, JsonFields fields) {
        int length = name.codePointCount(0, name.length());
        if (name.isBlank() || length > MAX_NAME) {
            fields.violation(
                    "partnerName", "expected 1 to " + MAX_NAME + " characters, not all of them blank, got " + length);
        }
    }

    private static void checkIds(List<AllowedCompany> companies, JsonFields fields) {
        checkUnique(companies, AllowedCompany::getId, "allowedCompanies", fields);
        for (int i = 0; i < companies.size(); i++) {
            checkUnique(
                    companies.get(i).getLocations(),
                    AllowedLocation::getId,
                    "allowedCompanies[" + i + "].locations",
                    fields);
        }
    }

    private static <T> void checkUnique(List<T> elements, Function<T, String> id, String path, JsonFields fields) {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < elements.size(); i++) {
            if (!ids.add(id.apply(elements.get(i)))) {
                fields.violation(path + "[" + i + "].id", "occurs twice");
            }
        }
    }

    private static boolean isNew(WebhookSetting after, WebhookSetting before) {
        return !after.getUrl().equals(before.getUrl()) || (after.getEnabled() && !before.getEnabled());
    }

    private void checkWebhook(WebhookSetting webhook, JsonFields fields) {
        if (!webhook.getUrl().isEmpty()) {
            urls.problem(webhook.getUrl()).ifPresent(problem -> fields.violation("webhook.url", problem));
        } else if (webhook.getEnabled()) {
            fields.violation("webhook.url", "is empty, but the webhook is enabled");
        }
    }
}
