package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.ResyncScope;

/** Which parts of the catalog may be sent to a partner's webhook again (D32). Pure. */
public final class ResyncParts {

    private ResyncParts() {}

    /** Whether the partner may see the part's company and, if it has one, its location. */
    public static boolean isAllowed(Partner partner, ResyncScope part) {
        return partner.getAllowedCompanies().stream()
                .anyMatch(company -> company.getId().equals(Long.toString(part.getCompanyId()))
                        && (part.getLocationId() == null || isOf(company, part.getLocationId())));
    }

    private static boolean isOf(AllowedCompany company, long locationId) {
        // A company's own listings have its id as their location.
        String id = Long.toString(locationId);
        return company.getId().equals(id)
                || company.getLocations().stream()
                        .anyMatch(location -> location.getId().equals(id));
    }
}
