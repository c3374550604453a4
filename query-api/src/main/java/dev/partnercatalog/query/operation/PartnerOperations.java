package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.access.PartnerSlots;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.ApiRoutes.ApiSettings;
import dev.partnercatalog.query.operation.ApiRoutes.ApiTables;
import dev.partnercatalog.query.operation.ApiRoutes.SharedCustomers;
import dev.partnercatalog.query.operation.CommandGateway.ConfirmedChanges;
import dev.partnercatalog.query.operation.CommandGateway.Kind;
import dev.partnercatalog.query.operation.CommandGateway.State;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.schemas.event.PartnerSize;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET}, {@code PUT} and {@code PATCH /v1/partner}: the caller's partner configuration, even if the partner is
 * disabled (D16), its entity tag, and changes made by the partner itself (D18, D34). What follows from the
 * request alone is checked here; what the partner may change depends on the state to which the change applies.
 * {@code POST /v1/partner/enabled-shared-customer} gives it access to a company that is shared with it (D19).
 */
final class PartnerOperations {

    static final String PATCH_TYPE = "application/merge-patch+json";

    private static final String AS_RETURNED =
            "Send these fields as returned by GET /v1/partner; the operator can change them.";

    private static final int MAX_NAME = 256;
    private static final int MOST_LARGE = 4;

    private final PartnerDirectory partners;
    private final ConfirmedChanges confirmed;
    private final SharedCustomers customers;
    private final CommandGateway commands;
    private final WebhookUrlCheck urls;
    private final ApiSettings settings;

    /**
     * Limits the memory for bodies that are larger than those of other operations (D34): a few may be in progress, one of
     * each partner, so that a slow sender holds up nobody else.
     */
    private final PartnerSlots large =
            new PartnerSlots(MOST_LARGE, 1, "large changes", "Send the next one when the first is answered.");

    PartnerOperations(PartnerDirectory partners, ApiTables tables, WebhookUrlCheck urls, ApiSettings settings) {
        this.partners = partners;
        this.confirmed = tables.confirmed();
        this.customers = tables.customers();
        this.commands = tables.commands();
        this.urls = urls;
        this.settings = settings;
    }

    void get(Context context, Caller caller) throws IOException {
        EntityTags ifNoneMatch = EntityTags.of(context, "If-None-Match");
        confirmed.await(caller.partnerId());
        PartnerConfig config = partners.config(caller);
        if (config == null) {
            throw PartnerDirectory.noConfiguration(caller.partnerId());
        }
        long revision = revision(config);
        if (ifNoneMatch != null && ifNoneMatch.matches(revision)) {
            context.status(304).removeHeader("Content-Type").header("ETag", EntityTags.of(revision));
            return;
        }
        write(context, config);
    }

    void put(Context context, Caller caller) throws IOException {
        try (Resources held = new Resources()) {
            byte[] body = RequestBody.json(
                    context,
                    settings.maxBodyBytes(),
                    Math.max(settings.maxBodyBytes(), PartnerSize.MOST_JSON_BYTES),
                    () -> held.add(large.take(caller.partnerId())));
            EntityTags ifMatch = EntityTags.of(context, "If-Match");
            JsonFields fields = new JsonFields();
            Partner partner = StrictJson.read(body, json -> PartnerJson.read(json, fields));
            fields.requireNone();
            Partner before = current(caller);
            check(partner, before, fields);
            checkIds(partner.getAllowedCompanies(), fields);
            fields.requireNone();
            var unused = bounded(before, partner, AS_RETURNED);
            write(context, changed(caller, ifMatch, current -> PartnerEditRules.allowed(current, partner)));
        }
    }

    void patch(Context context, Caller caller) throws IOException {
        RequestBody.requireMediaType(context, PATCH_TYPE, "Accept-Patch");
        byte[] body = RequestBody.bytes(context, settings.maxBodyBytes());
        EntityTags ifMatch = EntityTags.of(context, "If-Match");
        JsonFields fields = new JsonFields();
        UnaryOperator<Partner> patch = StrictJson.read(body, json -> PartnerJson.readPatch(json, fields));
        fields.requireNone();
        Partner before = current(caller);
        if (before != null) {
            check(patch.apply(before), before, fields);
            fields.requireNone();
        }
        write(context, changed(caller, ifMatch, current -> PartnerEditRules.allowed(current, patch.apply(current))));
    }

    void enableCustomer(Context context, Caller caller) throws IOException {
        var unused = partners.enabled(caller);
        Account account = StrictJson.read(RequestBody.json(context, settings.maxBodyBytes()), this::account);
        Company company = customers.find(account.provider(), account.id(), caller.partnerId());
        if (company == null) {
            throw HttpProblem.of(
                    ErrorCodes.CUSTOMER_NOT_FOUND,
                    "No customer \"" + HttpProblem.shown(account.id()) + "\" of " + account.provider()
                            + " is shared with you.",
                    "Check provider and providerId, and ask the customer to share its catalog with you.");
        }
        write(context, changed(caller, null, before -> enabled(before, company)));
    }

    private static Partner enabled(Partner before, Company company) {
        if (!before.getEnabled()) {
            throw PartnerDirectory.disabled(before.getPartnerId());
        }
        String id = Long.toString(company.getCompanyId());
        if (before.getAllowedCompanies().stream()
                .anyMatch(allowed -> allowed.getId().equals(id))) {
            return before;
        }
        List<AllowedLocation> locations = company.getLocations().stream()
                .map(location -> new AllowedLocation(
                        Long.toString(location.getLocationId()), location.getName(), location.getProviderId()))
                .toList();
        List<AllowedCompany> companies = new ArrayList<>(before.getAllowedCompanies());
        companies.add(new AllowedCompany(
                id,
                company.getName(),
                company.getProvider(),
                company.getProviderId(),
                new AllowedFields(false, false, false, false),
                locations));
        return bounded(
                before,
                Partner.newBuilder(before).setAllowedCompanies(companies).build(),
                "Drop companies or locations that you don't need with PUT /v1/partner, or ask the operator.");
    }

    private record Account(String provider, String id) {}

    private Account account(ObjectNode json) {
        JsonFields fields = new JsonFields();
        String provider = fields.text(json, "", "provider");
        String providerId = fields.text(json, "", "providerId");
        if (fields.isEmpty() && !settings.accepted().providers().contains(provider)) {
            fields.violation(
                    "provider",
                    "expected "
                            + settings.accepted().providers().stream()
                                    .map(allowed -> "\"" + allowed + "\"")
                                    .collect(Collectors.joining(" or "))
                            + ", got " + JsonFields.excerpt(json.path("provider")));
        }
        fields.requireNone();
        return new Account(provider, providerId);
    }

    /**
     * Changes the partner, and returns the configuration after the change; throws {@link HttpProblem} if the change is
     * refused, or isn't confirmed in time.
     *
     * @param ifMatch null if the request has no condition
     */
    private PartnerConfig changed(Caller caller, @Nullable EntityTags ifMatch, UnaryOperator<Partner> change) {
        return commands.carryOut(caller.partnerId(), Kind.CHANGE, before -> {
            if (ifMatch != null && !ifMatch.matches(revision(before))) {
                throw HttpProblem.of(
                        ErrorCode.PRECONDITION_FAILED,
                        "The configuration doesn't match If-Match.",
                        "GET /v1/partner again, apply your change to the result, and send it with the new ETag.");
            }
            return new State(change.apply(before.getPartner()), before.getWebhookControl());
        });
    }

    /** Refuses a change that no record can contain. */
    private static Partner bounded(@Nullable Partner before, Partner after, String remedy) {
        PartnerSize.excess(before, after).ifPresent(excess -> {
            throw HttpProblem.of(
                    ErrorCodes.CHANGE_NOT_ALLOWED, List.of(new Violation("allowedCompanies", excess)), remedy);
        });
        return after;
    }

    /** Writes exactly the specification's fields, without collecting: the configuration may be large (D34). */
    static void write(Context context, PartnerConfig config) throws IOException {
        context.header("ETag", EntityTags.of(revision(config)));
        JsonOutput.writeAlphabetically(context.res().getOutputStream(), config.getPartner());
    }

    /** The revision at which the partner itself last changed, regardless of later changes of its webhook. */
    static long revision(PartnerConfig config) {
        return config.getPartnerRevision() == 0 ? config.getRevision() : config.getPartnerRevision();
    }

    private @Nullable Partner current(Caller caller) {
        PartnerConfig config = partners.config(caller);
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

    /**
     * What a partner may change itself (D18): its name, its webhook and the flags of its companies; it may also give up
     * companies and locations, and disable itself. Pure.
     */
    static final class PartnerEditRules {

        private static final int MOST_NAMED = 1000;

        private static final int LONGEST_QUOTED = 200;

        private final List<Violation> violations = new ArrayList<>();

        private PartnerEditRules() {}

        /**
         * Returns the state after; throws {@link dev.partnercatalog.runtime.http.HttpProblem} with the fields that the partner
         * may not set this way, up to the first thousand.
         */
        static Partner allowed(Partner before, Partner after) {
            PartnerEditRules check = new PartnerEditRules();
            check.partner(before, after);
            if (!check.violations.isEmpty()) {
                throw HttpProblem.of(ErrorCodes.CHANGE_NOT_ALLOWED, check.violations, AS_RETURNED);
            }
            return bounded(before, after, AS_RETURNED);
        }

        private void partner(Partner before, Partner after) {
            unchanged("partnerId", before.getPartnerId(), after.getPartnerId());
            if (after.getEnabled() && !before.getEnabled()) {
                refuse("enabled", "only the operator can enable a partner");
            }
            Map<String, AllowedCompany> known = byId(before.getAllowedCompanies(), AllowedCompany::getId);
            for (int i = 0; i < after.getAllowedCompanies().size(); i++) {
                AllowedCompany company = after.getAllowedCompanies().get(i);
                String field = "allowedCompanies[" + i + "]";
                AllowedCompany allowed = known.get(company.getId());
                if (allowed == null) {
                    refuse(field + ".id", "company " + quoted(company.getId()) + " is not among the allowed companies");
                } else {
                    company(field, allowed, company);
                }
            }
        }

        private void company(String field, AllowedCompany before, AllowedCompany after) {
            unchanged(field + ".name", before.getName(), after.getName());
            unchanged(field + ".provider", before.getProvider(), after.getProvider());
            unchanged(field + ".providerId", before.getProviderId(), after.getProviderId());
            Map<String, AllowedLocation> known = byId(before.getLocations(), AllowedLocation::getId);
            for (int i = 0; i < after.getLocations().size(); i++) {
                AllowedLocation location = after.getLocations().get(i);
                String at = field + ".locations[" + i + "]";
                AllowedLocation allowed = known.get(location.getId());
                if (allowed == null) {
                    refuse(
                            at + ".id",
                            "location " + quoted(location.getId()) + " is not among the company's allowed locations");
                } else {
                    unchanged(at + ".name", allowed.getName(), location.getName());
                    unchanged(at + ".providerId", allowed.getProviderId(), location.getProviderId());
                }
            }
        }

        private static <T> Map<String, T> byId(List<T> all, Function<T, String> id) {
            return all.stream().collect(Collectors.toMap(id, Function.identity(), (first, second) -> first));
        }

        private void unchanged(String field, String before, String after) {
            if (!Objects.equals(before, after)) {
                refuse(field, "is " + quoted(before) + " and can't be changed by the partner");
            }
        }

        private static String quoted(String text) {
            return text.codePointCount(0, text.length()) <= LONGEST_QUOTED
                    ? "\"" + text + "\""
                    : "\"" + text.substring(0, text.offsetByCodePoints(0, LONGEST_QUOTED)) + "…\"";
        }

        private void refuse(String field, String problem) {
            if (violations.size() < MOST_NAMED) {
                violations.add(new Violation(field, problem));
            }
        }
    }
}
