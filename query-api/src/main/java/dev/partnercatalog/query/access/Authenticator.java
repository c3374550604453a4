package dev.partnercatalog.query.access;

import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.limit.RateLimiter;
import dev.partnercatalog.records.Client;
import io.javalin.http.Context;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Finds out who calls, by {@code Authorization: Bearer <token>} (RFC 6750; D16), and bounds how often: each client, and
 * each address that has no good token. The good tokens of an address are taken however many bad ones come from it,
 * since many callers may share one. Thread-safe.
 */
public final class Authenticator {

    private static final String BEARER = "Bearer ";
    private static final String REALM = "Bearer realm=\"partner-catalog\"";
    private static final String SCOPE = "partner/read";

    private final TokenVerifier verifier;
    private final Clients clients;
    private final RateLimiter callers;
    private final RateLimiter strangers;
    private final RemoteAddresses addresses;
    private final String suggestion;

    /**
     * Trusts the verifier's tokens of clients that are enabled.
     *
     * @param callers limits each client
     * @param strangers limits each address without a good token
     * @param tokenEndpoint where callers get tokens; told to those who come without a good one
     */
    public Authenticator(
            TokenVerifier verifier,
            Clients clients,
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
     * @throws HttpProblem 401 where there is no good token or its client is unknown or disabled by now, 403 where the
     *     token lacks the scope, 429 where too many requests came
     */
    public Caller caller(Context context) {
        VerifiedToken token = verifiedToken(context);
        Client client = clients.find(token.clientId());
        if (client == null || !client.getEnabled()) {
            throw refused(context, disabled());
        }
        callers.admit(client.getClientId(), context);
        if (!token.scopes().contains(SCOPE)) {
            throw HttpProblem.of(
                    ErrorCode.INSUFFICIENT_SCOPE,
                    "The access token lacks the scope " + SCOPE + ".",
                    "Ask for the scope " + SCOPE + " when you get a token.",
                    Map.of("WWW-Authenticate", REALM + ", error=\"insufficient_scope\", scope=\"" + SCOPE + "\""));
        }
        return new Caller(client.getClientId(), client.getPartnerId());
    }

    /**
     * Checks once more, while a request lasts, what may have changed since it began. Counts nothing.
     *
     * @throws HttpProblem 401 where the caller's client is unknown or disabled by now
     */
    public void requireEnabled(Caller caller) {
        Client client = clients.find(caller.clientId());
        if (client == null || !client.getEnabled()) {
            throw disabled();
        }
    }

    /** Whether these Authorization headers hold a good token, so far as a look at them tells; counts nothing. */
    public boolean isGood(List<String> authorization) {
        if (!isBearer(authorization)) {
            return false;
        }
        try {
            verifier.verify(token(authorization));
            return true;
        } catch (InvalidTokenException | HttpProblem e) {
            return false;
        }
    }

    private static boolean isBearer(List<String> authorization) {
        return authorization.size() == 1 && authorization.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    private static String token(List<String> authorization) {
        return authorization.get(0).substring(BEARER.length()).strip();
    }

    private VerifiedToken verifiedToken(Context context) {
        try {
            return verifier.verify(bearerToken(context));
        } catch (InvalidTokenException e) {
            throw refused(context, invalidToken(String.valueOf(e.getMessage())));
        }
    }

    /** Counts a refusal; throws where there were too many. */
    private HttpProblem refused(Context context, HttpProblem refusal) {
        strangers.admit(addresses.of(context));
        return refusal;
    }

    private String bearerToken(Context context) {
        List<String> headers = Collections.list(context.req().getHeaders("Authorization"));
        if (!isBearer(headers)) {
            throw refused(
                    context,
                    HttpProblem.of(
                            ErrorCode.UNAUTHENTICATED,
                            headers.size() > 1
                                    ? "The request has more than one Authorization header."
                                    : "The request carries no access token.",
                            suggestion,
                            Map.of("WWW-Authenticate", REALM)));
        }
        return token(headers);
    }

    private HttpProblem disabled() {
        return invalidToken("The API client of the access token is unknown or disabled.");
    }

    private HttpProblem invalidToken(String message) {
        return HttpProblem.of(
                ErrorCode.UNAUTHENTICATED,
                message,
                suggestion,
                Map.of("WWW-Authenticate", REALM + ", error=\"invalid_token\""));
    }
}
