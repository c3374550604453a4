package dev.partnercatalog.query.access;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * A company that a caller may see, and those of its locations that the caller may see.
 *
 * @param partner whose access it is
 * @param company as in the partner's configuration
 * @param locationIds of the allowed locations, in decimal
 */
public record CompanyAccess(PartnerConfig partner, AllowedCompany company, Set<String> locationIds) {

    public CompanyAccess {
        // Not Set.copyOf: it takes quadratic time for ids with equal hash codes.
        locationIds = Collections.unmodifiableSet(new HashSet<>(locationIds));
    }

    /**
     * The scope with a location's id. The company's own id requests company scope, which only requires access to the
     * company (D12, D16).
     *
     * @param locationId anything; whatever isn't an allowed location's id is refused, whether well-formed or not
     */
    public AccessDecision<Scope> scope(String locationId) {
        long companyId = Long.parseLong(company.getId());
        if (locationId.equals(company.getId())) {
            return new AccessDecision.Allowed<>(new Scope.Company(companyId));
        }
        if (locationIds.contains(locationId)) {
            return new AccessDecision.Allowed<>(Scope.of(companyId, Long.parseLong(locationId)));
        }
        return new AccessDecision.Refused<>(
                AccessDecision.Reason.LOCATION_NOT_ALLOWED,
                "The location \"" + HttpProblem.shown(locationId) + "\" is not among your locations of the company "
                        + company.getId() + ".");
    }
}
