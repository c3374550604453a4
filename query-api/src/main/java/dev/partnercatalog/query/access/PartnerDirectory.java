package dev.partnercatalog.query.access;

import dev.partnercatalog.query.access.PartnerAccess.CompanyAccess;
import dev.partnercatalog.records.PartnerConfig;
import java.lang.ref.SoftReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What each partner may see, indexed when it is looked up after a change of its configuration, and kept while there is
 * memory: thousands of partners may each see thousands of locations. Thread-safe.
 */
public final class PartnerDirectory {

    private final PartnerConfigurations configurations;
    private final ConcurrentMap<String, SoftReference<PartnerAccess>> indexed = new ConcurrentHashMap<>();

    public PartnerDirectory(PartnerConfigurations configurations) {
        this.configurations = configurations;
    }

    /** The caller's access; null if its partner has no configuration yet, and so may see nothing. */
    @SuppressWarnings("ReferenceEquality") // the tables return the same object until the record changes
    public @Nullable PartnerAccess find(Caller caller) {
        PartnerConfig config = configurations.partner(caller.partnerId());
        if (config == null) {
            indexed.remove(caller.partnerId());
            return null;
        }
        SoftReference<PartnerAccess> reference = indexed.get(caller.partnerId());
        PartnerAccess known = reference == null ? null : reference.get();
        if (known != null && known.config() == config) {
            return known;
        }
        PartnerAccess access = new PartnerAccess(config);
        indexed.put(caller.partnerId(), new SoftReference<>(access));
        return access;
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
}
