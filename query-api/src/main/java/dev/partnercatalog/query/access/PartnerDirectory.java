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
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What each partner may see, indexed when it is looked up after a change of its configuration, and kept while there is
 * memory: thousands of partners may each see thousands of locations. Thread-safe.
 */
public final class PartnerDirectory {

    private final PartnerConfigurations configurations;
    private final Cache<String, PartnerAccess> indexed =
            Caffeine.newBuilder().softValues().executor(Runnable::run).build();

    public PartnerDirectory(PartnerConfigurations configurations) {
        this.configurations = configurations;
    }

    /** The caller's access; null if its partner has no configuration yet, and so may see nothing. */
    @SuppressWarnings("ReferenceEquality") // the tables return the same object until the record changes
    public @Nullable PartnerAccess find(Caller caller) {
        PartnerConfig config = configurations.partner(caller.partnerId());
        if (config == null) {
            indexed.invalidate(caller.partnerId());
            return null;
        }
        PartnerAccess known = indexed.getIfPresent(caller.partnerId());
        if (known == null || known.config() != config) {
            known = new PartnerAccess(config);
            indexed.put(caller.partnerId(), known);
        }
        return known;
    }

    /** The partner's configuration, whether it is enabled or not; null if it has none yet. */
    public @Nullable PartnerConfig config(Caller caller) {
        return configurations.partner(caller.partnerId());
    }

    /** The configuration that applies at a scope of the company (D6 to D8). */
    public ResolvedConfiguration resolve(PartnerAccess.CompanyAccess access, Scope scope) {
        return configurations.resolve(access.partner(), access.company(), scope.locationId());
    }

    /**
     * A company that the caller may see. It is also refused if the partner has no configuration, because then it has no
     * company.
     *
     * @param companyId anything
     * @throws dev.partnercatalog.runtime.http.HttpProblem 403 if it isn't an allowed company's id, whether well-formed or
     *     not, or the partner is disabled
     */
    public PartnerAccess.CompanyAccess company(Caller caller, String companyId) {
        PartnerAccess access = find(caller);
        if (access == null) {
            throw PartnerAccess.companyNotAllowed(companyId);
        }
        access.enabled();
        return access.company(companyId);
    }

    /**
     * The current configurations of partners.
     *
     * <p>Its methods throw {@link dev.partnercatalog.runtime.http.HttpProblem} (status 503) if they are currently unknown.
     */
    public interface PartnerConfigurations {

        /** The partner's configuration; null if it has none yet. The same object is returned until it changes. */
        @Nullable
        PartnerConfig partner(String partnerId);

        /**
         * The configuration that applies to a partner at a scope (D6 to D8).
         *
         * @param company one of the partner's allowed companies
         * @param locationId equal to the company's id for company scope
         */
        ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId);
    }

    /**
     * The companies that one configuration of a partner allows, found by id. The response for an id that isn't allowed is
     * the same whether it exists or not, and even if it is malformed (D16). Immutable.
     */
    public static final class PartnerAccess {

        private final PartnerConfig config;
        private final Map<String, CompanyAccess> companies = new HashMap<>();

        public PartnerAccess(PartnerConfig config) {
            this.config = config;
            for (AllowedCompany company : config.getPartner().getAllowedCompanies()) {
                if (isNumber(company.getId())) {
                    Set<String> locationIds = company.getLocations().stream()
                            .map(AllowedLocation::getId)
                            .filter(PartnerAccess::isNumber)
                            .collect(Collectors.toSet());
                    companies.put(company.getId(), new CompanyAccess(config, company, locationIds));
                }
            }
        }

        /**
         * A company that a caller may see, and those of its locations that the caller may see.
         *
         * @param partner whose access it is
         * @param company as in the partner's configuration
         * @param locationIds of the allowed locations, in decimal
         */
        public record CompanyAccess(PartnerConfig partner, AllowedCompany company, Set<String> locationIds) {

            /**
             * The scope with a location's id. The company's own id requests company scope, which only requires access to the
             * company (D12, D16).
             *
             * @param locationId anything
             * @throws HttpProblem 403 if it isn't an allowed location's id, whether well-formed or not
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
                        "The location \"" + HttpProblem.shown(locationId)
                                + "\" is not among your locations of the company " + company.getId() + ".");
            }
        }

        PartnerConfig config() {
            return config;
        }

        /** The configuration; throws {@link HttpProblem} 403 if the operator has disabled the partner. */
        public PartnerConfig enabled() {
            if (!config.getPartner().getEnabled()) {
                throw disabled(config.getPartner().getPartnerId());
            }
            return config;
        }

        /** The refusal for a disabled partner. */
        public static HttpProblem disabled(String partnerId) {
            return HttpProblem.of(
                    ErrorCodes.PARTNER_DISABLED,
                    "The partner \"" + partnerId + "\" is disabled.",
                    "It may only use GET, PUT and PATCH /v1/partner; the operator can enable it again.");
        }

        /** The company with an id; throws {@link HttpProblem} 403 if the partner may not see it. */
        public CompanyAccess company(String companyId) {
            CompanyAccess company = companies.get(companyId);
            if (company == null) {
                throw companyNotAllowed(companyId);
            }
            return company;
        }

        static HttpProblem companyNotAllowed(String companyId) {
            return notAllowed(
                    ErrorCodes.COMPANY_NOT_ALLOWED,
                    "The company \"" + HttpProblem.shown(companyId) + "\" is not among your companies.");
        }

        private static HttpProblem notAllowed(ErrorCode code, String message) {
            return HttpProblem.of(code, message, "GET /v1/partner lists the companies and locations that you may use.");
        }

        /** No id in another form leads to any data, so none is accepted. */
        private static boolean isNumber(String id) {
            return id.matches("[1-9][0-9]{0,15}") && Ids.isNumber(Long.parseLong(id));
        }
    }
}
