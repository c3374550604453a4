package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerAccess;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.ApiRoutes.ApiSettings;
import dev.partnercatalog.query.operation.ApiRoutes.SharedCustomers;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code POST /v1/partner/enabled-shared-customer}: gives the caller access to a company that is shared with it (D19).
 */
final class EnableCustomer {

    private final PartnerDirectory partners;
    private final SharedCustomers customers;
    private final Changes changes;
    private final ApiSettings settings;

    EnableCustomer(PartnerDirectory partners, SharedCustomers customers, Changes changes, ApiSettings settings) {
        this.partners = partners;
        this.customers = customers;
        this.changes = changes;
        this.settings = settings;
    }

    void handle(Context context, Caller caller) throws IOException {
        PartnerAccess access = partners.find(caller);
        if (access == null) {
            throw Changes.noConfiguration(caller.partnerId());
        }
        access.enabled();
        Account account = StrictJson.read(RequestBody.json(context, settings.maxBodyBytes()), this::account);
        Company company = customers.find(account.provider(), account.id(), caller.partnerId());
        if (company == null) {
            throw HttpProblem.of(
                    ErrorCodes.CUSTOMER_NOT_FOUND,
                    "No customer \"" + HttpProblem.shown(account.id()) + "\" of " + account.provider()
                            + " is shared with you.",
                    "Check provider and providerId, and ask the customer to share its catalog with you.");
        }
        PartnerOperations.write(context, changes.ofPartner(caller, null, before -> enabled(before, company)));
    }

    private static Partner enabled(Partner before, Company company) {
        if (!before.getEnabled()) {
            throw PartnerAccess.disabled(before.getPartnerId());
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
        return Changes.bounded(
                before,
                Partner.newBuilder(before).setAllowedCompanies(companies).build(),
                "Drop companies or locations that you don't need with PUT /v1/partner, or ask the operator.");
    }

    /** The customer's account at a provider. */
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
                            + ", got " + JsonFields.shown(json.path("provider")));
        }
        fields.requireNone();
        return new Account(provider, providerId);
    }
}
