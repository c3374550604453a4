package dev.partnercatalog.query.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerAccess.CompanyAccess;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
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
    public ResolvedConfiguration resolve(CompanyAccess access, Scope scope) {
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
    public CompanyAccess company(Caller caller, String companyId) {
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
}
