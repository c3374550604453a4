package dev.partnercatalog.query.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.Ids;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What each partner may see, indexed when it is looked up after a change of its configuration, and kept while there is
 * memory: thousands of partners may each see thousands of locations. The response for an id that isn't allowed is the
 * same whether it exists or not, and even if it is malformed (D16). Thread-safe.
 */
public final class PartnerDirectory {

    private record Indexed(PartnerConfig config, Map<String, CompanyAccess> companies) {

        static Indexed of(PartnerConfig config) {
            return new Indexed(
                    config,
                    config.getPartner().getAllowedCompanies().stream()
                            .filter(company -> isNumber(company.getId()))
                            .map(company -> CompanyAccess.of(config, company))
                            .collect(Collectors.toMap(
                                    access -> access.company().getId(), Function.identity(), (first, last) -> last)));
        }
    }

    private final PartnerConfigurations configurations;
    private final Cache<String, Indexed> indexed =
            Caffeine.newBuilder().softValues().executor(Runnable::run).build();

    public PartnerDirectory(PartnerConfigurations configurations) {
        this.configurations = configurations;
    }

    /** The partner's configuration, whether it is enabled or not; null if it has none yet. */
    public @Nullable PartnerConfig config(Caller caller) {
        return configurations.partner(caller.partnerId());
    }

    /** The configuration of a partner; throws {@link HttpProblem}: 404 if it has none yet, 403 if it is disabled. */
    public PartnerConfig enabled(Caller caller) {
        PartnerConfig config = config(caller);
        if (config == null) {
            throw noConfiguration(caller.partnerId());
        }
        return enabled(config);
    }

    private static PartnerConfig enabled(PartnerConfig config) {
        if (!config.getPartner().getEnabled()) {
            throw disabled(config.getPartner().getPartnerId());
        }
        return config;
    }

    /** The configuration that applies at a scope of the company (D6 to D8). */
    public ResolvedConfiguration resolve(CompanyAccess access, Scope scope) {
        return configurations.resolve(access.partner(), access.company(), scope.locationId());
    }

    /**
     * A company that the caller may see. Throws {@link HttpProblem} (403) if it isn't an allowed company's id, whether
     * well-formed or not, if the partner is disabled, or if it has no configuration, because then it has no company.
     */
    public CompanyAccess company(Caller caller, String companyId) {
        PartnerConfig config = config(caller);
        if (config == null) {
            indexed.invalidate(caller.partnerId());
        }
        return allowed(config == null ? null : companies(enabled(config)).get(companyId), companyId);
    }

    /** Like the other method, for a partner that has a configuration. */
    public static CompanyAccess company(PartnerConfig config, String companyId) {
        return allowed(Indexed.of(enabled(config)).companies().get(companyId), companyId);
    }

    private static CompanyAccess allowed(@Nullable CompanyAccess company, String companyId) {
        if (company == null) {
            throw notAllowed(
                    ErrorCodes.COMPANY_NOT_ALLOWED,
                    "The company \"" + HttpProblem.shown(companyId) + "\" is not among your companies.");
        }
        return company;
    }

    @SuppressWarnings("ReferenceEquality") // the tables return the same object until the record changes
    private Map<String, CompanyAccess> companies(PartnerConfig config) {
        String partnerId = config.getPartner().getPartnerId();
        Indexed known = indexed.getIfPresent(partnerId);
        if (known == null || known.config() != config) {
            known = Indexed.of(config);
            indexed.put(partnerId, known);
        }
        return known.companies();
    }

    /** The refusal for a disabled partner. */
    public static HttpProblem disabled(String partnerId) {
        return HttpProblem.of(
                ErrorCodes.PARTNER_DISABLED,
                "The partner \"" + partnerId + "\" is disabled.",
                "It may only use GET, PUT and PATCH /v1/partner; the operator can enable it again.");
    }

    /** The refusal for a partner of which the operator has published nothing. */
    public static HttpProblem noConfiguration(String partnerId) {
        return HttpProblem.of(
                ErrorCode.NOT_FOUND,
                "The partner \"" + partnerId + "\" has no configuration yet.",
                "Ask the operator to publish one.");
    }

    private static HttpProblem notAllowed(ErrorCode code, String message) {
        return HttpProblem.of(code, message, "GET /v1/partner lists the companies and locations that you may use.");
    }

    /** No id in another form leads to any data, so none is accepted. */
    private static boolean isNumber(String id) {
        return id.matches("[1-9][0-9]{0,15}") && Ids.isNumber(Long.parseLong(id));
    }

    /** The current configurations of partners. Throws {@link HttpProblem} (status 503) if they are currently unknown. */
    public interface PartnerConfigurations {

        /** The partner's configuration; null if it has none yet. The same object is returned until it changes. */
        @Nullable
        PartnerConfig partner(String partnerId);

        /**
         * The configuration that applies to a partner at a location of an allowed company, or at company scope if that is the
         * company's id (D6 to D8).
         */
        ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId);
    }

    /** A company as in the partner's configuration, and those of its locations that the partner may see. */
    public record CompanyAccess(PartnerConfig partner, AllowedCompany company, Set<String> locationIds) {

        private static CompanyAccess of(PartnerConfig partner, AllowedCompany company) {
            return new CompanyAccess(
                    partner,
                    company,
                    company.getLocations().stream()
                            .map(AllowedLocation::getId)
                            .filter(PartnerDirectory::isNumber)
                            .collect(Collectors.toSet()));
        }

        /**
         * The scope with a location's id, or the company's own: company scope, which only requires access to the company (D12,
         * D16). Throws {@link HttpProblem} (403) if it isn't an allowed location's id, whether well-formed or not.
         */
        public Scope scope(String locationId) {
            long companyId = Long.parseLong(company.getId());
            if (locationId.equals(company.getId())) {
                return new Scope.Company(companyId);
            }
            if (locationIds.contains(locationId)) {
                return Scope.of(companyId, Long.parseLong(locationId));
            }
            throw notAllowed(
                    ErrorCodes.LOCATION_NOT_ALLOWED,
                    "The location \"" + HttpProblem.shown(locationId) + "\" is not among your locations of the company "
                            + company.getId() + ".");
        }
    }
}
