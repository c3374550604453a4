package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.query.access.AccessDecision;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import org.jspecify.annotations.Nullable;

/**
 * Whether the API answers a partner at a scope, determined by the API's own access check (D16).
 *
 * @param refusal what it returns instead of a record, and why; null if it returns the record
 * @param company the company in the partner's configuration, even if the partner is disabled or the location not
 *     allowed; null if the configuration doesn't allow the company
 */
public record ScopeAccess(
        @Nullable String refusal, @Nullable AllowedCompany company) {

    /** Checks one partner at one scope. */
    public static ScopeAccess of(ConfigurationTables tables, String partnerId, Scope scope) {
        AccessDecision<Scope> found = directory(tables)
                .company(new Caller("", partnerId), Long.toString(scope.companyId()))
                .then(company -> company.scope(Long.toString(scope.locationId())));
        PartnerConfig partner = tables.partner(partnerId);
        return new ScopeAccess(
                refusal(found, partnerId, partner, scope), partner == null ? null : companyOf(partner, scope));
    }

    /** The API's own access check, for these configurations. */
    public static PartnerDirectory directory(ConfigurationTables tables) {
        return new PartnerDirectory(new Configurations(tables));
    }

    private static @Nullable String refusal(
            AccessDecision<Scope> found, String partnerId, @Nullable PartnerConfig partner, Scope scope) {
        if (!(found instanceof AccessDecision.Refused<Scope> refused)) {
            return null;
        }
        ErrorCode code = refused.reason().code();
        return code.status() + " " + code + ". "
                + (partner == null ? "There is no partner \"" + partnerId + "\"." : cause(refused, partnerId, scope));
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

    private static @Nullable AllowedCompany companyOf(PartnerConfig partner, Scope scope) {
        return partner.getPartner().getAllowedCompanies().stream()
                .filter(company -> company.getId().equals(Long.toString(scope.companyId())))
                .findFirst()
                .orElse(null);
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
}
