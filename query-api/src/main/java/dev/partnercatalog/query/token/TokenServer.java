package dev.partnercatalog.query.token;

import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.Listener;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.Routes;
import java.time.Clock;
import java.util.Map;

/** The address of the built-in issuer (D17). */
public final class TokenServer {

    /** The token endpoint's path, below the issuer's address. */
    public static final String TOKEN_PATH = IssuerDocuments.TOKEN_PATH;

    /**
     * RFC 6749, section 5.1: nothing of a token request may be cached. Pages may send requests, such as the partners' page:
     * a browser stores nothing for this address that it would send along automatically.
     */
    private static Map<String, String> headers(String origin) {
        return Map.of("Cache-Control", "no-store", "Pragma", "no-cache", "Access-Control-Allow-Origin", origin);
    }

    private TokenServer() {}

    /**
     * Starts serving tokens, keys and metadata.
     *
     * @param listener closed together with the server
     * @param clock for the times in tokens
     */
    public static HttpServer start(
            Listener listener,
            HttpLimits limits,
            RemoteAddresses addresses,
            TokenSettings settings,
            LimitedAuthentication authentication,
            SigningKeys keys,
            Clock clock) {
        TokenEndpoint tokens =
                new TokenEndpoint(authentication, addresses, new AccessTokenIssuer(settings, keys, clock), settings);
        IssuerDocuments documents = new IssuerDocuments(settings.issuer(), keys);
        Routes routes = new Routes()
                .post(IssuerDocuments.TOKEN_PATH, tokens)
                .get(IssuerDocuments.KEYS_PATH, documents::keys)
                .get(IssuerDocuments.METADATA_PATH, documents::metadata)
                .awaitBodies(TokenEndpoint.MAX_BODY_BYTES, request -> true)
                .allowPreflight();
        return HttpServer.start(listener, limits, headers(settings.allowOrigin()), new OAuthErrors(), routes);
    }
}
