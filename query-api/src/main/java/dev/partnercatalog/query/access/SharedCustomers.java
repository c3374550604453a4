package dev.partnercatalog.query.access;

import dev.partnercatalog.events.Company;
import org.jspecify.annotations.Nullable;

/** The companies that agreed to be shared with partners (D19). */
@FunctionalInterface
public interface SharedCustomers {

    /**
     * The company that a provider knows by an id and that is shared with a partner, null where there is none.
     *
     * @throws dev.partnercatalog.http.HttpProblem where that can't be told now (status 503)
     */
    @Nullable
    Company find(String provider, String providerId, String partnerId);
}
