package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.ResyncScope;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which parts of the catalog may be sent to a partner's webhook again (D32). Pure. */
public final class ResyncParts {

    private ResyncParts() {}

    /**
     * Why a part can't be sent.
     *
     * @param field of the request
     * @param problem in words that follow the field's name
     */
    public record Foreign(String field, String problem) {}

    /**
     * Empty if the partner may see the part's company and, if it has one, its location.
     *
     * @param part null for everything
     */
    public static Optional<Foreign> foreign(Partner partner, @Nullable ResyncScope part) {
        if (part == null || isAllowed(partner, part)) {
            return Optional.empty();
        }
        long company = part.getCompanyId();
        Long location = part.getLocationId();
        return Optional.of(
                location == null
                        ? new Foreign("companyId", company + " is not one of the partner's companies")
                        : new Foreign(
                                "locationId",
                                location + " is not one of the partner's locations of company " + company));
    }

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
