package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One partner's configurations of companies and locations at one moment. A location that isn't among
 * {@link #locations} has its company's configuration, and needs no lookup of its own. Not thread-safe.
 */
public final class ScopeConfigurations {

    private final Map<Long, ScopeConfiguration> companies = new HashMap<>();
    private final Map<Long, Map<Long, ScopeConfiguration>> locations = new HashMap<>();

    /** For a location whose own configuration can't be read: it may have turned flags off. */
    private static final ScopeConfiguration NOTHING_ALLOWED =
            new ScopeConfiguration(null, null, AllowedFields.NONE, null, null);

    static ScopeConfigurations read(GlobalTable<ScopeConfig> table, String partnerId) {
        ScopeConfigurations read = new ScopeConfigurations();
        for (String key : table.keys(partnerId + "/")) {
            ScopeConfig config = table.read(key);
            if (config != null || table.isUnreadable(key)) { // Otherwise it was deleted just now.
                read.add(key, config);
            }
        }
        return read;
    }

    /**
     * Adds the configuration of the scope that has this key.
     *
     * @param config null if there is one that can't be read
     */
    public void add(String key, @Nullable ScopeConfig config) {
        ScopeConfigKey scope = ScopeConfigKey.parse(key);
        if (scope.locationId() != null) {
            locations.computeIfAbsent(scope.companyId(), id -> new TreeMap<>()).put(scope.locationId(), of(config));
        } else if (config != null) {
            companies.put(scope.companyId(), of(config));
        }
    }

    /** The locations of a company that have a configuration of their own. */
    public Set<Long> locations(long companyId) {
        return Collections.unmodifiableSet(
                locations.getOrDefault(companyId, Map.of()).keySet());
    }

    /** The configuration that applies at a scope, as {@link ConfigurationTables#resolve} returns it. */
    public ResolvedConfiguration resolve(AllowedCompany company, long locationId) {
        long companyId = Long.parseLong(company.getId());
        return ResolvedConfiguration.of(
                flags(company.getAllowedFields()),
                companies.get(companyId),
                locationId == companyId
                        ? null
                        : locations.getOrDefault(companyId, Map.of()).get(locationId));
    }

    static AllowedFields flags(dev.partnercatalog.events.AllowedFields flags) {
        return new AllowedFields(
                flags.getBadges(), flags.getCannabinoidOverrides(), flags.getDisplayNameOverrides(), flags.getLabels());
    }

    /** @param config null if there is one, of a location, that can't be read */
    static ScopeConfiguration of(@Nullable ScopeConfig config) {
        if (config == null) {
            return NOTHING_ALLOWED;
        }
        var flags = config.getAllowedFields();
        var priority = config.getAssetPriority();
        return new ScopeConfiguration(
                priority == null
                        ? null
                        : priority.stream()
                                .map(entry -> new AssetPriority(entry.getAssetType(), entry.getLimit()))
                                .toList(),
                config.getVariantTypePreferences(),
                flags == null
                        ? null
                        : new AllowedFields(
                                flags.getBadges(), false, flags.getDisplayNameOverrides(), flags.getLabels()),
                config.getCannabisUnitOfMeasure(),
                config.getTerpeneUnitOfMeasure());
    }
}
