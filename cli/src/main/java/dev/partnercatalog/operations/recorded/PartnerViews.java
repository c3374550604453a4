package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.query.access.AccessDecision;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.CompanyAccess;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.schemas.key.Ids;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The configuration by which each partner sees each scope, and whether the API answers it there, determined by the API's
 * own access check (D16).
 */
public final class PartnerViews {

    private final ConfigurationTables tables;
    private final PartnerDirectory directory;

    public PartnerViews(ConfigurationTables tables) {
        this.tables = tables;
        this.directory = new PartnerDirectory(new Configurations(tables));
    }

    private record Configurations(ConfigurationTables tables) implements PartnerConfigurations {

        @Override
        public @Nullable PartnerConfig partner(String partnerId) {
            return tables.partner(partnerId);
        }

        @Override
        public ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId) {
            return tables.resolve(partner, company, locationId);
        }
    }

    /**
     * Whether the API answers a partner at a scope.
     *
     * @param refusal what it returns instead of a record, and why; null if it returns the record
     * @param company the company in the partner's configuration, even if the partner is disabled or the location not
     *     allowed; null if the configuration doesn't allow the company
     */
    public record Access(@Nullable String refusal, @Nullable AllowedCompany company) {}

    /** The partners whose configurations can be read, in order. */
    public List<String> partnerIds() {
        return tables.partnerIds().stream()
                .filter(partnerId -> tables.partner(partnerId) != null)
                .sorted()
                .toList();
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
        AccessDecision<ResolvedConfiguration> decision = company(partnerId, scope)
                .then(company -> company.scope(Long.toString(scope.locationId()))
                        .then(allowed -> new AccessDecision.Allowed<>(
                                tables.resolve(company.partner(), company.company(), scope.locationId()))));
        return decision instanceof AccessDecision.Allowed<ResolvedConfiguration> allowed ? allowed.value() : null;
    }

    private AccessDecision<CompanyAccess> company(String partnerId, Scope scope) {
        return directory.company(new Caller("", partnerId), Long.toString(scope.companyId()));
    }

    /** What the API answers a partner at a scope. */
    public Access access(String partnerId, Scope scope) {
        AccessDecision<Scope> found =
                company(partnerId, scope).then(company -> company.scope(Long.toString(scope.locationId())));
        return new Access(refusal(found, partnerId, scope), companies(partnerId).get(scope.companyId()));
    }

    private @Nullable String refusal(AccessDecision<Scope> found, String partnerId, Scope scope) {
        if (!(found instanceof AccessDecision.Refused<Scope> refused)) {
            return null;
        }
        ErrorCode code = refused.reason().code();
        return code.status() + " " + code + ". "
                + (tables.partner(partnerId) == null
                        ? "There is no partner \"" + partnerId + "\"."
                        : cause(refused, partnerId, scope));
    }

    /** The API speaks to the partner; this is for an operator. */
    private static String cause(AccessDecision.Refused<Scope> refused, String partnerId, Scope scope) {
        String ofPartner = "\" is not among those of partner \"" + partnerId + "\".";
        return switch (refused.reason()) {
            case COMPANY_NOT_ALLOWED -> "The company \"" + scope.companyId() + ofPartner;
            case LOCATION_NOT_ALLOWED -> "The location \"" + scope.locationId() + ofPartner;
            default -> refused.message();
        };
    }
}
