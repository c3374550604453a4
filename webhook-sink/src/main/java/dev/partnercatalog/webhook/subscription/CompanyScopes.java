package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.state.Hash;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a partner may see of a company, and how (D16, D24).
 *
 * @param byLocation the configuration of each scope it may see, by location; company scope is under the company's own
 *     id
 * @param fingerprint of everything in the partner's configuration that affects what it gets of the company
 */
public record CompanyScopes(Map<Long, ResolvedConfiguration> byLocation, Hash fingerprint) {

    public CompanyScopes {
        // Not Map.copyOf: ids with the same hash make it take quadratic time.
        byLocation = Collections.unmodifiableMap(new HashMap<>(byLocation));
    }

    /** The configuration that applies at a scope, null if the partner may not see it. */
    public @Nullable ResolvedConfiguration at(long locationId) {
        return byLocation.get(locationId);
    }
}
