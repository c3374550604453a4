package dev.partnercatalog.query.token;

import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.HttpServer;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.query.access.Clients;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.util.Map;

/** The address of the built-in issuer (D17). */
public final class TokenServer {

    /** Of the token endpoint, below the issuer's address. */
    public static final String TOKEN_PATH = IssuerDocuments.TOKEN_PATH;

    /**
     * RFC 6749, section 5.1: nothing of a token request may be kept on the way. Any page may ask, such as that of the
     * API's documents: a browser keeps nothing for this address that it would send along by itself.
     */
    private static final Map<String, String> HEADERS =
            Map.of("Cache-Control", "no-store", "Pragma", "no-cache", "Access-Control-Allow-Origin", "*");

    private TokenServer() {}

    /**
     * Starts to serve tokens, keys and metadata.
     *
     * @param listener closed with the server
     * @param clock of what tokens say
     * @param time by which attempts are bounded
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
