package dev.partnercatalog.query.access;

import dev.partnercatalog.records.Client;
import org.jspecify.annotations.Nullable;

/** The API clients that were made. */
@FunctionalInterface
public interface Clients {

    /**
     * The client with an id, null where there is none.
     *
     * @throws dev.partnercatalog.http.HttpProblem where that can't be told now (status 503)
     */
    @Nullable
    Client find(String clientId);
}
