package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.query.access.AccessDecision;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.schemas.key.Ids;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The configuration by which each partner sees each scope, determined by the API's own access check (D16). */
public final class PartnerViews {

    private final ConfigurationTables tables;
    private final PartnerDirectory directory;

    public PartnerViews(ConfigurationTables tables) {
        this.tables = tables;
        this.directory = ScopeAccess.directory(tables);
    }

    /** The partners whose configurations can be read, in order. */
    public List<String> partnerIds() {
        return tables.partnerIds().stream()
                .filter(partnerId -> tables.partner(partnerId) != null)
                .sorted()
                .toList();
    }

    /** Whether the partner exists and is enabled. */
    public boolean isEnabled(String partnerId) {
        PartnerConfig config = tables.partner(partnerId);
        return config != null && config.getPartner().getEnabled();
    }

    /** The companies in a partner's configuration, whether it is enabled or not; none if there is no such partner. */
    public Map<Long, AllowedCompany> companies(String partnerId) {
        Map<Long, AllowedCompany> companies = new TreeMap<>();
        PartnerConfig config = tables.partner(partnerId);
        if (config != null) {
            for (AllowedCompany company : config.getPartner().getAllowedCompanies()) {
                companies.putIfAbsent(Ids.requireNumber("companyId", company.getId()), company);
            }
        }
        return companies;
    }

    /** The configuration that applies for a partner at a scope; null if it may not see the scope. */
    public @Nullable ResolvedConfiguration at(String partnerId, Scope scope) {
        AccessDecision<ResolvedConfiguration> decision = directory
                .company(new Caller("", partnerId), Long.toString(scope.companyId()))
                .then(company -> company.scope(Long.toString(scope.locationId()))
                        .then(allowed -> new AccessDecision.Allowed<>(
                                tables.resolve(company.partner(), company.company(), scope.locationId()))));
        return decision instanceof AccessDecision.Allowed<ResolvedConfiguration> allowed ? allowed.value() : null;
    }
}
