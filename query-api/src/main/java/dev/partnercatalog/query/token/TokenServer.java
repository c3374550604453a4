package dev.partnercatalog.query.token;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeys;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.Listener;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.Routes;
import io.javalin.http.Context;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The address of the built-in issuer (D17): the token endpoint, and what the issuer publishes about itself, its keys
 * (RFC 7517) and its metadata (RFC 8414).
 */
public final class TokenServer {

    /** The token endpoint's path, below the issuer's address. */
    public static final String TOKEN_PATH = "/oauth2/token";

    private static final String KEYS_PATH = "/.well-known/jwks.json";
    private static final String METADATA_PATH = "/.well-known/oauth-authorization-server";

    /** A new key signs at once, and verifiers refetch for an unknown key, so caching only avoids repeated requests. */
    private static final String CACHEABLE = "public, max-age=60";

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    private record Metadata(
            String issuer,
            String tokenEndpoint,
            String jwksUri,
            List<String> grantTypesSupported,
            List<String> responseTypesSupported,
            List<String> scopesSupported,
            List<String> tokenEndpointAuthMethodsSupported) {}

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    private record Problem(String error, String errorDescription) {}

    private TokenServer() {}

    /** Starts serving tokens, keys and metadata; the listener is closed together with the server. */
    public static HttpServer start(
            Listener listener,
            HttpLimits limits,
            RemoteAddresses addresses,
            TokenSettings settings,
            ClientAuthentication authentication,
            Supplier<SigningKeys> keys,
            Clock clock) {
        byte[] metadata = metadata(settings.issuer());
        Routes routes = new Routes()
                .post(TOKEN_PATH, new TokenEndpoint(authentication, addresses, settings, keys, clock))
                .get(KEYS_PATH, context -> {
                    String published = keys.get().published();
                    cacheable(context).result(published);
                })
                .get(METADATA_PATH, context -> cacheable(context).result(metadata))
                .allowPreflight();
        return HttpServer.start(listener, limits, headers(settings.allowOrigin()), TokenServer::problem, routes);
    }

    /**
     * RFC 6749, section 5.1: nothing of a token request may be cached. Pages may send requests, such as the partners' page:
     * a browser stores nothing for this address that it would send along automatically.
     */
    private static Map<String, String> headers(String origin) {
        return Map.of("Cache-Control", "no-store", "Pragma", "no-cache", "Access-Control-Allow-Origin", origin);
    }

    private static Context cacheable(Context context) {
        return context.header("Cache-Control", CACHEABLE);
    }

    private static byte[] metadata(URI issuer) {
        return JsonOutput.of(new Metadata(
                issuer.toString(),
                issuer + TOKEN_PATH,
                issuer + KEYS_PATH,
                List.of("client_credentials"),
                List.of(),
                List.of(TokenSettings.SCOPE),
                List.of("client_secret_basic", "client_secret_post")));
    }

    /** Errors have the format that OAuth clients understand (RFC 6749, section 5.2), not the API's. */
    private static byte[] problem(HttpProblem problem, @Nullable String path) {
        String error = switch (problem.code().status()) {
            case 429, 503 -> "temporarily_unavailable";
            case 500 -> "server_error";
            default ->
                ErrorCode.ALL.contains(problem.code())
                        ? "invalid_request"
                        : problem.code().name();
        };
        return JsonOutput.of(new Problem(error, problem.message().replaceAll("[^\\x20-\\x7e]|[\"\\\\]", "?")));
    }

    /**
     * The content of the issuer's tokens.
     *
     * @param issuer the issuer's public address, without a slash at its end; the same on every instance
     * @param allowOrigin the origin whose pages may ask for tokens, or {@code *}
     */
    public record TokenSettings(URI issuer, String audience, String allowOrigin) {

        /** The only scope, which covers every operation (D16). */
        public static final String SCOPE = "partner/read";

        /** The lifetime of the service's tokens (D16). */
        public static final Duration LIFETIME = Duration.ofHours(1);

        public TokenSettings {
            if (!issuer.isAbsolute() || issuer.getQuery() != null || issuer.getFragment() != null) {
                throw new IllegalArgumentException(
                        "issuer " + issuer + " is not an absolute URL without query and fragment");
            }
            if (issuer.toString().endsWith("/")) {
                throw new IllegalArgumentException("issuer " + issuer + " ends with a slash");
            }
        }
    }
}
