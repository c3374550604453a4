package dev.partnercatalog.query.access;

import dev.partnercatalog.records.Client;
import org.jspecify.annotations.Nullable;

/** The API clients that were created. */
@FunctionalInterface
public interface Clients {

    /**
     * The client with an id; null if there is none.
     *
     * @throws dev.partnercatalog.runtime.http.HttpProblem if this is currently unknown (status 503)
     */
    @Nullable
    Client find(String clientId);
}
