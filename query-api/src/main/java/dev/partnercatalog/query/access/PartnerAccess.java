package dev.partnercatalog.query.access;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.Ids;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The companies that one configuration of a partner allows, found by id. The response for an id that isn't allowed is
 * the same whether it exists or not, and even if it is malformed (D16). Immutable.
 */
public final class PartnerAccess {

    private final PartnerConfig config;
    private final Map<String, CompanyAccess> companies = new HashMap<>();

    public PartnerAccess(PartnerConfig config) {
        this.config = config;
        for (AllowedCompany company : config.getPartner().getAllowedCompanies()) {
            if (isNumber(company.getId())) {
                Set<String> locationIds = company.getLocations().stream()
                        .map(AllowedLocation::getId)
                        .filter(PartnerAccess::isNumber)
                        .collect(Collectors.toSet());
                companies.put(company.getId(), new CompanyAccess(config, company, locationIds));
            }
        }
    }

    public PartnerConfig config() {
        return config;
    }

    /** The configuration, unless the operator has disabled the partner. */
    public AccessDecision<PartnerConfig> enabled() {
        return config.getPartner().getEnabled()
                ? new AccessDecision.Allowed<>(config)
                : disabled(config.getPartner().getPartnerId());
    }

    /** The refusal for a disabled partner. */
    public static <T> AccessDecision.Refused<T> disabled(String partnerId) {
        return new AccessDecision.Refused<>(
                AccessDecision.Reason.PARTNER_DISABLED, "The partner \"" + partnerId + "\" is disabled.");
    }

    /** The company with an id, if the partner may see it. */
    public AccessDecision<CompanyAccess> company(String companyId) {
        CompanyAccess company = companies.get(companyId);
        return company == null ? companyNotAllowed(companyId) : new AccessDecision.Allowed<>(company);
    }

    static AccessDecision<CompanyAccess> companyNotAllowed(String companyId) {
        return new AccessDecision.Refused<>(
                AccessDecision.Reason.COMPANY_NOT_ALLOWED,
                "The company \"" + HttpProblem.shown(companyId) + "\" is not among your companies.");
    }

    /** No id in another form leads to any data, so none is accepted. */
    private static boolean isNumber(String id) {
        return id.matches("[1-9][0-9]{0,15}") && Ids.isNumber(Long.parseLong(id));
    }
}
