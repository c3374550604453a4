package dev.partnercatalog.query.token;

import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.HttpServer;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.http.limit.RateLimiter;
import dev.partnercatalog.query.access.Clients;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.util.Map;

/** The address of the built-in issuer (D17). */
public final class TokenServer {

    /** The token endpoint's path, below the issuer's address. */
    public static final String TOKEN_PATH = IssuerDocuments.TOKEN_PATH;

    /**
     * RFC 6749, section 5.1: nothing of a token request may be cached. Any page may send requests, such as the page of
     * the API's documents: a browser stores nothing for this address that it would send along automatically.
     */
    private static final Map<String, String> HEADERS =
            Map.of("Cache-Control", "no-store", "Pragma", "no-cache", "Access-Control-Allow-Origin", "*");

    /** Far more than a client needs that uses each token until it expires. */
    private static final RateLimit TOKENS_OF_CLIENT = new RateLimit(50, 500);

    private TokenServer() {}

    /**
     * Starts serving tokens, keys and metadata.
     *
     * @param listener closed together with the server
     * @param clock for the times in tokens
     * @param time by which requests are limited
     */
    public static HttpServer start(
            Listener listener,
            HttpLimits limits,
            RemoteAddresses addresses,
            TokenSettings settings,
            Clients clients,
            SigningKeys keys,
            Clock clock,
            TimeMeter time) {
        TokenEndpoint tokens = new TokenEndpoint(
                new ClientAuthentication(clients),
                new FailedAttempts(time),
                addresses,
                new RateLimiter(TOKENS_OF_CLIENT, time),
                new AccessTokenIssuer(settings, keys, clock),
                settings);
        IssuerDocuments documents = new IssuerDocuments(settings.issuer(), keys);
        Routes routes = new Routes()
                .post(IssuerDocuments.TOKEN_PATH, tokens)
                .get(IssuerDocuments.KEYS_PATH, documents::keys)
                .get(IssuerDocuments.METADATA_PATH, documents::metadata)
                .awaitBodies(TokenEndpoint.MAX_BODY_BYTES, authorization -> true)
                .allowPreflight();
        return HttpServer.start(listener, limits, HEADERS, new OAuthErrors(), routes);
    }
}
