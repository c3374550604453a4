package dev.partnercatalog.query.access;

import dev.partnercatalog.events.Company;
import org.jspecify.annotations.Nullable;

/** The companies that have agreed to be shared with partners (D19). */
@FunctionalInterface
public interface SharedCustomers {

    /**
     * The company that has an id at a provider and is shared with a partner; null if there is none.
     *
     * @throws dev.partnercatalog.runtime.http.HttpProblem if this is currently unknown (status 503)
     */
    @Nullable
    Company find(String provider, String providerId, String partnerId);
}
