package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetConfiguration;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.CompanyConfiguration;
import dev.partnercatalog.resolution.LocationConfiguration;
import dev.partnercatalog.resolution.LocationFlags;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One partner's configurations of companies and locations at one moment. A location that isn't among
 * {@link #locations} has its company's configuration, and needs no lookup of its own. Not thread-safe.
 */
public final class ScopeConfigurations {

    private final Map<Long, CompanyConfiguration> companies = new HashMap<>();
    private final Map<Long, Map<Long, LocationConfiguration>> locations = new HashMap<>();

    /** For a location whose own configuration can't be read: it may have turned flags off. */
    private static final LocationConfiguration NOTHING_ALLOWED =
            new LocationConfiguration(null, null, new LocationFlags(false, false, false));

    private ScopeConfigurations() {}

    static ScopeConfigurations read(GlobalTable<ScopeConfig> table, String partnerId) {
        ScopeConfigurations read = new ScopeConfigurations();
        for (String text : table.keys(partnerId + "/")) {
            ScopeConfigKey key = ScopeConfigKey.parse(text);
            ScopeConfig config = table.read(text);
            if (key.locationId() == null) {
                if (config != null) {
                    read.companies.put(key.companyId(), ofCompany(config));
                }
            } else if (config != null || table.isUnreadable(text)) { // Otherwise it was deleted just now.
                read.locations
                        .computeIfAbsent(key.companyId(), id -> new TreeMap<>())
                        .put(key.locationId(), ofLocation(config));
            }
        }
        return read;
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

    static CompanyConfiguration ofCompany(ScopeConfig config) {
        return new CompanyConfiguration(
                new AssetConfiguration(
                        Objects.requireNonNullElse(priority(config), List.of()),
                        Objects.requireNonNullElse(config.getVariantTypePreferences(), Map.of())),
                config.getCannabisUnitOfMeasure(),
                config.getTerpeneUnitOfMeasure());
    }

    /** @param config null if there is one that can't be read */
    static LocationConfiguration ofLocation(@Nullable ScopeConfig config) {
        if (config == null) {
            return NOTHING_ALLOWED;
        }
        var flags = config.getAllowedFields();
        return new LocationConfiguration(
                priority(config),
                config.getVariantTypePreferences(),
                flags == null
                        ? null
                        : new LocationFlags(flags.getBadges(), flags.getDisplayNameOverrides(), flags.getLabels()));
    }

    private static @Nullable List<AssetPriority> priority(ScopeConfig config) {
        List<dev.partnercatalog.events.AssetPriority> priority = config.getAssetPriority();
        return priority == null
                ? null
                : priority.stream()
                        .map(entry -> new AssetPriority(entry.getAssetType(), entry.getLimit()))
                        .toList();
    }
}
