package dev.partnercatalog.query.access;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.http.ErrorCode;
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

    /**
     * A company that a caller may see, and those of its locations that the caller may see.
     *
     * @param partner whose access it is
     * @param company as in the partner's configuration
     * @param locationIds of the allowed locations, in decimal
     */
    public record CompanyAccess(PartnerConfig partner, AllowedCompany company, Set<String> locationIds) {

        /**
         * The scope with a location's id. The company's own id requests company scope, which only requires access to the
         * company (D12, D16).
         *
         * @param locationId anything
         * @throws HttpProblem 403 if it isn't an allowed location's id, whether well-formed or not
         */
        public Scope scope(String locationId) {
            long companyId = Long.parseLong(company.getId());
            if (locationId.equals(company.getId())) {
                return new Scope.Company(companyId);
            }
            if (locationIds.contains(locationId)) {
                return Scope.of(companyId, Long.parseLong(locationId));
            }
            throw notAllowed(
                    ErrorCodes.LOCATION_NOT_ALLOWED,
                    "The location \"" + HttpProblem.shown(locationId) + "\" is not among your locations of the company "
                            + company.getId() + ".");
        }
    }

    PartnerConfig config() {
        return config;
    }

    /** The configuration; throws {@link HttpProblem} 403 if the operator has disabled the partner. */
    public PartnerConfig enabled() {
        if (!config.getPartner().getEnabled()) {
            throw disabled(config.getPartner().getPartnerId());
        }
        return config;
    }

    /** The refusal for a disabled partner. */
    public static HttpProblem disabled(String partnerId) {
        return HttpProblem.of(
                ErrorCodes.PARTNER_DISABLED,
                "The partner \"" + partnerId + "\" is disabled.",
                "It may only use GET, PUT and PATCH /v1/partner; the operator can enable it again.");
    }

    /** The company with an id; throws {@link HttpProblem} 403 if the partner may not see it. */
    public CompanyAccess company(String companyId) {
        CompanyAccess company = companies.get(companyId);
        if (company == null) {
            throw companyNotAllowed(companyId);
        }
        return company;
    }

    static HttpProblem companyNotAllowed(String companyId) {
        return notAllowed(
                ErrorCodes.COMPANY_NOT_ALLOWED,
                "The company \"" + HttpProblem.shown(companyId) + "\" is not among your companies.");
    }

    private static HttpProblem notAllowed(ErrorCode code, String message) {
        return HttpProblem.of(
                code, message, "GET /v1/partner lists the companies and locations that you may use.");
    }

    /** No id in another form leads to any data, so none is accepted. */
    private static boolean isNumber(String id) {
        return id.matches("[1-9][0-9]{0,15}") && Ids.isNumber(Long.parseLong(id));
    }
}
