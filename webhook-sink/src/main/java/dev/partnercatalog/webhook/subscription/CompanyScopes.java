package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.state.Hash;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a partner may see of a company, and how (D16, D24). Partners that may see the same share one, so it names no
 * partner. Immutable.
 */
public final class CompanyScopes {

    private final long[] locations;
    private final List<ResolvedConfiguration> configurations;
    private final Hash fingerprint;

    /** @param configurations one for each location, or one for all of them */
    CompanyScopes(long[] locations, List<ResolvedConfiguration> configurations, Hash fingerprint) {
        this.locations = locations;
        this.configurations = configurations;
        this.fingerprint = fingerprint;
    }

    /**
     * The scopes of a company that a partner may see.
     *
     * @param byLocation the configuration of each scope that may be seen, by location; company scope is under the
     *     company's own id
     * @param fingerprint of all of that
     */
    public static CompanyScopes of(SortedMap<Long, ResolvedConfiguration> byLocation, Hash fingerprint) {
        return new CompanyScopes(
                byLocation.keySet().stream().mapToLong(Long::longValue).toArray(),
                new HashSet<>(byLocation.values()).size() == 1
                        ? List.of(byLocation.get(byLocation.firstKey()))
                        : List.copyOf(byLocation.values()),
                fingerprint);
    }

    /** The configuration that applies at a scope, null if the partner may not see it. */
    public @Nullable ResolvedConfiguration at(long locationId) {
        int index = Arrays.binarySearch(locations, locationId);
        return index < 0 ? null : configurations.get(configurations.size() == 1 ? 0 : index);
    }

    /** Equal if all scopes and their configurations are. */
    Hash fingerprint() {
        return fingerprint;
    }
}
