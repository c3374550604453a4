package dev.partnercatalog.query.token;

import dev.partnercatalog.query.access.Clients;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.limit.RateLimit;
import dev.partnercatalog.runtime.http.limit.RateLimiter;
import io.github.bucket4j.TimeMeter;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates clients by their secrets, wherever they give them, and limits how often wrong ones can be tried.
 * Thread-safe.
 */
public final class LimitedAuthentication {

    /** Far more than a client needs that uses each token until it expires. */
    private static final RateLimit OF_CLIENT = new RateLimit(50, 500);

    private final ClientAuthentication authentication;
    private final FailedAttempts failures;
    private final RateLimiter rate;

    /** @param time by which attempts are limited */
    public LimitedAuthentication(Clients clients, TimeMeter time) {
        authentication = new ClientAuthentication(clients);
        failures = new FailedAttempts(time);
        rate = new RateLimiter(OF_CLIENT, time);
    }

    /**
     * The client; null if it is unknown or disabled, or its secret is wrong.
     *
     * @param address from which the credentials came
     * @throws dev.partnercatalog.runtime.http.HttpProblem 429 if there were too many attempts
     */
    public @Nullable Client find(String clientId, String secret, String address) {
        failures.requireFew(clientId, address);
        Client client = authentication.authenticate(clientId, secret);
        if (client == null) {
            failures.failed(clientId, address);
            return null;
        }
        failures.succeeded(clientId, address);
        // Only requests with the right secret count: otherwise anyone could use up those of a client.
        rate.admit(client.getClientId());
        return client;
    }
}
