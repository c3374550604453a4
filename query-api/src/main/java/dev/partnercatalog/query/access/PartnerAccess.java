package dev.partnercatalog.query.access;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.schemas.key.Ids;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The companies that one configuration of a partner allows, found by id. Whether an id that isn't allowed exists, or even
 * has the form of one, changes nothing of the answer (D16). Immutable.
 */
public final class PartnerAccess {

    static final String SUGGESTION = "GET /v1/partner lists the companies and locations you may ask for.";

    private final PartnerConfig config;
    private final Map<String, CompanyAccess> companies = new HashMap<>();

    PartnerAccess(PartnerConfig config) {
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

    /** Throws {@link HttpProblem} (403 PARTNER_DISABLED) where the operator has disabled the partner. */
    public void requireEnabled() {
        if (!config.getPartner().getEnabled()) {
            throw disabled(config.getPartner().getPartnerId());
        }
    }

    /** What a disabled partner is answered (status 403). */
    public static HttpProblem disabled(String partnerId) {
        return HttpProblem.of(
                ErrorCode.PARTNER_DISABLED,
                "The partner \"" + partnerId + "\" is disabled.",
                "Only GET and PUT /v1/partner are open to it; the operator can enable it again.");
    }

    /** The company with an id; throws {@link HttpProblem} (403 COMPANY_NOT_ALLOWED) where the partner may not see it. */
    CompanyAccess company(String companyId) {
        CompanyAccess company = companies.get(companyId);
        if (company == null) {
            throw companyNotAllowed(companyId);
        }
        return company;
    }

    static HttpProblem companyNotAllowed(String companyId) {
        return HttpProblem.of(
                ErrorCode.COMPANY_NOT_ALLOWED,
                "The company \"" + HttpProblem.shown(companyId) + "\" is not among your companies.",
                SUGGESTION);
    }

    /** No id of another form leads to any data, so none is let through. */
    private static boolean isNumber(String id) {
        return id.matches("[1-9][0-9]{0,15}") && Ids.isNumber(Long.parseLong(id));
    }
}
