package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.operations.recorded.PartnerViews;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The configurations by which partners see a company's listed variants. Many partners and locations share one, and each
 * is examined only once. Not thread-safe.
 */
final class CompanyViews {

    private final PartnerViews views;
    private final Set<String> partnerIds;
    private final long companyId;
    private final List<ResolvedConfiguration> distinct = new ArrayList<>();
    private final Map<ResolvedConfiguration, Integer> numbers = new HashMap<>();
    private final Map<Long, SortedMap<String, Integer>> byLocation = new HashMap<>();

    /** @param partnerIds ids of the partners that may see the company */
    CompanyViews(PartnerViews views, Set<String> partnerIds, long companyId) {
        this.views = views;
        this.partnerIds = partnerIds;
        this.companyId = companyId;
    }

    /**
     * For each partner that may see a location, the index in {@link #distinct} of the configuration by which it sees
     * it.
     */
    SortedMap<String, Integer> at(long locationId) {
        return byLocation.computeIfAbsent(locationId, this::find);
    }

    private SortedMap<String, Integer> find(long locationId) {
        SortedMap<String, Integer> found = new TreeMap<>();
        for (String partnerId : partnerIds) {
            ResolvedConfiguration holds = views.at(partnerId, Scope.of(companyId, locationId));
            if (holds != null) {
                found.put(partnerId, number(relevant(holds)));
            }
        }
        return found;
    }

    /** The configuration without the flags that affect nothing that is counted. */
    private static ResolvedConfiguration relevant(ResolvedConfiguration holds) {
        return new ResolvedConfiguration(
                new AllowedFields(false, holds.allowedFields().cannabinoidOverrides(), false, false),
                holds.variantAssetConfig(),
                holds.cannabisUnitOfMeasure(),
                holds.terpeneUnitOfMeasure());
    }

    private int number(ResolvedConfiguration configuration) {
        return numbers.computeIfAbsent(configuration, any -> {
            distinct.add(configuration);
            return distinct.size() - 1;
        });
    }

    /** The configurations found so far, by index. */
    List<ResolvedConfiguration> distinct() {
        return distinct;
    }
}
