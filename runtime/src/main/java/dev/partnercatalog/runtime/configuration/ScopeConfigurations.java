package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.CompanyConfiguration;
import dev.partnercatalog.resolution.LocationConfiguration;
import dev.partnercatalog.resolution.ResolvedConfiguration;
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

    private final Map<Long, CompanyConfiguration> companies = new HashMap<>();
    private final Map<Long, Map<Long, LocationConfiguration>> locations = new HashMap<>();

    private ScopeConfigurations() {}

    static ScopeConfigurations read(GlobalTable<ScopeConfig> table, String partnerId) {
        ScopeConfigurations read = new ScopeConfigurations();
        for (String text : table.keys(partnerId + "/")) {
            ScopeConfigKey key = ScopeConfigKey.parse(text);
            ScopeConfig config = table.read(text);
            if (config != null || table.isUnreadable(text)) { // Otherwise it was deleted just now.
                read.add(key, config);
            }
        }
        return read;
    }

    /** @param config null if it can't be read */
    private void add(ScopeConfigKey key, @Nullable ScopeConfig config) {
        if (key.locationId() == null) {
            CompanyConfiguration company = ConfigurationRecords.company(config);
            if (company != null) {
                companies.put(key.companyId(), company);
            }
        } else {
            LocationConfiguration location = ConfigurationRecords.location(config);
            // If it can't be read, it may have turned flags off.
            locations
                    .computeIfAbsent(key.companyId(), id -> new TreeMap<>())
                    .put(key.locationId(), location == null ? ConfigurationRecords.NOTHING_ALLOWED : location);
        }
    }

    /** The locations of a company that have a configuration of their own. */
    public Set<Long> locations(long companyId) {
        return Collections.unmodifiableSet(
                locations.getOrDefault(companyId, Map.of()).keySet());
    }

    /**
     * The configuration that applies at a scope, as {@link ConfigurationTables#resolve} returns it.
     *
     * @param company one of the partner's allowed companies
     * @param locationId equal to the company's id for company scope, which has no location layer
     */
    public ResolvedConfiguration resolve(AllowedCompany company, long locationId) {
        long companyId = Long.parseLong(company.getId());
        return ResolvedConfiguration.of(
                ConfigurationRecords.flags(company.getAllowedFields()),
                companies.get(companyId),
                locationId == companyId
                        ? null
                        : locations.getOrDefault(companyId, Map.of()).get(locationId));
    }
}
