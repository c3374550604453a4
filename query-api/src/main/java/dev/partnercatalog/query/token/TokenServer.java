package dev.partnercatalog.query.token;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.query.token.ClientAuthentication.ClientCredentials;
import dev.partnercatalog.query.token.ClientAuthentication.FormParameters;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeys;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.Routes;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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

    /** Starts serving tokens, keys and metadata. Returns the server itself. */
    public static HttpServer start(
            HttpServer server,
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
        return server.serve(limits, headers(settings.allowOrigin()), TokenServer::problem, routes);
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
     * @param issuer its public address, without a slash at its end; the same on every instance
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

    /**
     * {@code POST /oauth2/token}: the client credentials grant and nothing else (RFC 6749, sections 2.3.1, 4.4 and 5; D17).
     * Tokens are JWTs of RFC 9068, signed with RS256. Thread-safe.
     */
    static final class TokenEndpoint implements Handler {

        private static final String FORM = "application/x-www-form-urlencoded";
        static final int MAX_BODY_BYTES = 16 * 1024;
        private static final String CHALLENGE = "Basic realm=\"partner-catalog\", charset=\"UTF-8\"";

        private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

        @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
        private record Token(String accessToken, String tokenType, long expiresIn, String scope) {}

        private final ClientAuthentication authentication;
        private final RemoteAddresses addresses;
        private final TokenSettings settings;
        private final Supplier<SigningKeys> keys;
        private final Clock clock;

        TokenEndpoint(
                ClientAuthentication authentication,
                RemoteAddresses addresses,
                TokenSettings settings,
                Supplier<SigningKeys> keys,
                Clock clock) {
            this.authentication = authentication;
            this.addresses = addresses;
            this.settings = settings;
            this.keys = keys;
            this.clock = clock;
        }

        static HttpProblem invalidRequest(String description) {
            return refused("invalid_request", 400, description, Map.of());
        }

        static HttpProblem invalidClient(String description) {
            return refused("invalid_client", 401, description, Map.of("WWW-Authenticate", CHALLENGE));
        }

        /** A refusal (RFC 6749, section 5.2); the descriptions are fixed: nothing from the request is repeated. */
        private static HttpProblem refused(String error, int status, String description, Map<String, String> headers) {
            return HttpProblem.of(new ErrorCode(error, status, error), description, "", headers);
        }

        @Override
        public void handle(Context context) {
            FormParameters form = form(context);
            String grantType = form.get("grant_type");
            if (grantType == null) {
                throw invalidRequest("grant_type is missing.");
            }
            List<String> authorization = Collections.list(context.req().getHeaders("Authorization"));
            Client client = authentication.find(ClientCredentials.of(authorization, form), addresses.of(context));
            if (client == null) {
                throw invalidClient("The client is unknown or disabled, or its secret is wrong.");
            }
            if (!grantType.equals("client_credentials")) {
                throw refused("unsupported_grant_type", 400, "grant_type must be client_credentials.", Map.of());
            }
            String scope = form.get("scope");
            if (scope != null && !scope.equals(TokenSettings.SCOPE)) {
                throw refused("invalid_scope", 400, "The only scope is " + TokenSettings.SCOPE + ".", Map.of());
            }
            context.result(JsonOutput.of(
                    new Token(issue(client), "Bearer", TokenSettings.LIFETIME.toSeconds(), TokenSettings.SCOPE)));
        }

        private static FormParameters form(Context context) {
            byte[] body = RequestBody.bytes(context, MAX_BODY_BYTES);
            if (!RequestBody.isMediaType(RequestBody.contentType(context), FORM)) {
                throw invalidRequest("The body must be " + FORM + ".");
            }
            if (context.queryString() != null) {
                throw invalidRequest("Parameters belong in the body, not in the URL.");
            }
            return FormParameters.parse(body);
        }

        /** A token; throws {@link HttpProblem} while there is no key to sign with (status 503). */
        private String issue(Client client) {
            List<RSAKey> signing = keys.get().newestFirst();
            if (signing.isEmpty()) {
                throw HttpProblem.unavailable("There is no signing key yet.");
            }
            RSAKey key = signing.get(0);
            JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                    .type(ACCESS_TOKEN)
                    .keyID(key.getKeyID())
                    .build();
            SignedJWT token = new SignedJWT(header, claims(client, clock.instant()));
            try {
                token.sign(new RSASSASigner(key));
            } catch (JOSEException e) {
                throw new IllegalStateException("signing key " + key.getKeyID() + " can't sign", e);
            }
            return token.serialize();
        }

        private JWTClaimsSet claims(Client client, Instant now) {
            return new JWTClaimsSet.Builder()
                    .issuer(settings.issuer().toString())
                    .audience(settings.audience())
                    .subject(client.getClientId())
                    .issueTime(Date.from(now))
                    .expirationTime(Date.from(now.plus(TokenSettings.LIFETIME)))
                    .jwtID(UUID.randomUUID().toString())
                    .claim("client_id", client.getClientId())
                    .claim("scope", TokenSettings.SCOPE)
                    .claim("partner_id", client.getPartnerId())
                    .build();
        }
    }
}
