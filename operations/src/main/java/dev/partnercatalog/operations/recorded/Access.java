package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.CompanyAccess;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import org.jspecify.annotations.Nullable;

/**
 * Whether the API answers a partner at a scope, found by asking its own access check (D16).
 *
 * @param refusal what it answers instead of a record, and why; null where it answers
 * @param company as the partner's configuration allows it, be the partner disabled or the location not allowed; null
 *     where it doesn't
 */
public record Access(@Nullable String refusal, @Nullable AllowedCompany company) {

    /** Asks for one partner and one scope. */
    public static Access of(ConfigurationTables tables, String partnerId, Scope scope) {
        try {
            CompanyAccess company = new PartnerDirectory(new Configurations(tables))
                    .company(new Caller("", partnerId), Long.toString(scope.companyId()));
            company.scope(Long.toString(scope.locationId()));
            return new Access(null, company.company());
        } catch (HttpProblem refused) {
            PartnerConfig partner = tables.partner(partnerId);
            String cause = partner == null ? "There is no partner \"" + partnerId + "\"." : refused.message();
            return new Access(
                    refused.code().status() + " " + refused.code() + ". " + cause,
                    partner == null ? null : companyOf(partner, scope));
        }
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
