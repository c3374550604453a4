package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.http.RequestBody;
import dev.partnercatalog.http.StrictJson;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.UpdatePartner;
import io.javalin.http.Context;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code PUT /v1/partner}: changes made by the partner itself (D18). What follows from the request alone is checked
 * here; what the partner may change is decided by the single writer of partners, which knows the state to which the
 * change applies.
 */
final class ChangePartner implements CallerHandler {

    private static final int MAX_NAME = 256;

    private final PartnerConfigurations configurations;
    private final Changes changes;
    private final WebhookUrlCheck urls;
    private final OperationLimits limits;

    ChangePartner(PartnerConfigurations configurations, Changes changes, WebhookUrlCheck urls, OperationLimits limits) {
        this.configurations = configurations;
        this.changes = changes;
        this.urls = urls;
        this.limits = limits;
    }

    @Override
    public void handle(Context context, Caller caller) {
        byte[] body = RequestBody.json(context, limits.maxBodyBytes());
        EntityTags ifMatch = EntityTags.of(context, "If-Match");
        JsonFields fields = new JsonFields();
        Partner partner = PartnerJson.read(StrictJson.object(body), fields);
        fields.requireNone();
        PartnerConfig config = configurations.partner(caller.partnerId());
        check(partner, config == null ? null : config.getPartner(), fields);
        fields.requireNone();
        PartnerAnswer.write(context, changes.make(context, caller, body, ifMatch, new UpdatePartner(partner)));
    }

    /** Unchanged values aren't checked: what GET returned can always be sent back, whatever the operator published. */
    private void check(Partner after, @Nullable Partner before, JsonFields fields) {
        if (before == null || !after.getPartnerName().equals(before.getPartnerName())) {
            checkName(after.getPartnerName(), fields);
        }
        if (before == null || !after.getAllowedCompanies().equals(before.getAllowedCompanies())) {
            checkIds(after.getAllowedCompanies(), fields);
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
