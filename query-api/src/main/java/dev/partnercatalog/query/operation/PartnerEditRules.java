package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.runtime.http.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a partner may change itself (D18): its name, its webhook and the flags of its companies; it may also give up
 * companies and locations, and disable itself. Pure.
 */
final class PartnerEditRules {

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
            throw Changes.notAllowed(check.violations, Changes.AS_RETURNED);
        }
        return Changes.bounded(before, after, Changes.AS_RETURNED);
    }

    private void partner(Partner before, Partner after) {
        unchanged("partnerId", before.getPartnerId(), after.getPartnerId());
        if (after.getEnabled() && !before.getEnabled()) {
            refuse("enabled", "only the operator can enable a partner");
        }
        Map<String, AllowedCompany> known = before.getAllowedCompanies().stream()
                .collect(Collectors.toMap(AllowedCompany::getId, Function.identity(), (first, second) -> first));
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
        Map<String, AllowedLocation> known = before.getLocations().stream()
                .collect(Collectors.toMap(AllowedLocation::getId, Function.identity(), (first, second) -> first));
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
