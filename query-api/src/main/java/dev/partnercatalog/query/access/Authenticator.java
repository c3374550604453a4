package dev.partnercatalog.query.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.query.access.TokenVerifier.InvalidTokenException;
import dev.partnercatalog.query.access.TokenVerifier.VerifiedToken;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import io.javalin.http.Context;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Identifies the caller by {@code Authorization: Bearer <token>} (RFC 6750; D16), and limits how often it may call:
 * each client, and each address without a valid token. Valid tokens from an address are accepted however many invalid
 * ones come from it, since many callers may share the address. Thread-safe.
 */
public final class Authenticator {

    private static final String BEARER = "Bearer ";
    private static final String REALM = "Bearer realm=\"partner-catalog\"";
    private static final String SCOPE = "partner/read";

    private static final Logger LOG = LoggerFactory.getLogger(Authenticator.class);

    private final TokenVerifier verifier;
    private final Function<String, @Nullable Client> clients;
    private final RateLimiter callers;
    private final RateLimiter strangers;
    private final RemoteAddresses addresses;
    private final String suggestion;

    /** Few reasons, logged within the last minute. */
    private final Cache<String, Boolean> logged =
            Caffeine.newBuilder().expireAfterWrite(Duration.ofMinutes(1)).build();

    /**
     * Trusts the verifier's tokens, if their clients are enabled.
     *
     * @param callers limits each client
     * @param strangers limits each address without a valid token
     * @param tokenEndpoint named to those without a valid token
     */
    public Authenticator(
            TokenVerifier verifier,
            Function<String, @Nullable Client> clients,
            RateLimiter callers,
            RateLimiter strangers,
            RemoteAddresses addresses,
            URI tokenEndpoint) {
        this.verifier = verifier;
        this.clients = clients;
        this.callers = callers;
        this.strangers = strangers;
        this.addresses = addresses;
        this.suggestion = "Get an access token from " + tokenEndpoint
                + " and send it in the header Authorization: Bearer <token>.";
    }

    /**
     * The caller.
     *
     * @throws HttpProblem 401 if there is no valid token, or its client is unknown or has been disabled; 403 if the
     *     token lacks the scope; 429 if there were too many requests
     */
    public Caller caller(Context context) {
        VerifiedToken token = verified(context);
        Client client = enabled(token.clientId());
        if (client == null) {
            throw refused(context, disabled());
        }
        callers.admit(client.getClientId(), context);
        if (!token.scopes().contains(SCOPE)) {
            String message =
                    "The access token lacks the scope " + SCOPE + " in its claim " + verifier.scopeClaim() + ".";
            log(message);
            throw HttpProblem.of(
                    ErrorCode.INSUFFICIENT_SCOPE,
                    message,
                    "Request the scope " + SCOPE + " when you get a token.",
                    Map.of("WWW-Authenticate", challenge("insufficient_scope", message) + ", scope=\"" + SCOPE + "\""));
        }
        return new Caller(client.getClientId(), client.getPartnerId());
    }

    /** Checks again, during a long request, that the caller's client is enabled: {@link HttpProblem} 401 otherwise. */
    public void requireEnabled(Caller caller) {
        if (enabled(caller.clientId()) == null) {
            throw disabled();
        }
    }

    private @Nullable Client enabled(String clientId) {
        Client client = clients.apply(clientId);
        return client == null || !client.getEnabled() ? null : client;
    }

    private VerifiedToken verified(Context context) {
        List<String> headers = Collections.list(context.req().getHeaders("Authorization"));
        if (headers.size() != 1 || !headers.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            String message = headers.size() > 1
                    ? "The request has more than one Authorization header."
                    : "The request has no access token.";
            throw refused(context, unauthenticated(message, REALM));
        }
        try {
            return verifier.verify(headers.get(0).substring(BEARER.length()).strip());
        } catch (InvalidTokenException e) {
            String message = String.valueOf(e.getMessage());
            HttpProblem refusal = refused(context, invalidToken(message));
            if (e.isOfForm()) {
                log(message);
            }
            throw refusal;
        }
    }

    /** Tells the operator, once a minute at most, one of few reasons to refuse tokens; usually it is a setting. */
    private void log(String reason) {
        if (logged.asMap().putIfAbsent(reason, true) == null) {
            LOG.warn("a token was refused: {}", reason);
        }
    }

    /** Counts a refusal; throws if there were too many. */
    private HttpProblem refused(Context context, HttpProblem refusal) {
        strangers.admit(addresses.of(context));
        return refusal;
    }

    private HttpProblem disabled() {
        return invalidToken("The API client of the access token is unknown or disabled.");
    }

    private HttpProblem invalidToken(String message) {
        return unauthenticated(message, challenge("invalid_token", message));
    }

    private HttpProblem unauthenticated(String message, String challenge) {
        return HttpProblem.of(ErrorCode.UNAUTHENTICATED, message, suggestion, Map.of("WWW-Authenticate", challenge));
    }

    /** RFC 6750, section 3. */
    private static String challenge(String error, String description) {
        return REALM + ", error=\"" + error + "\", error_description=\"" + description + "\"";
    }

    /** The client and partner of a verified token; the partner may have no configuration yet. */
    public record Caller(String clientId, String partnerId) {}
}
