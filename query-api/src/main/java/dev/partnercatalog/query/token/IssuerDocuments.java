package dev.partnercatalog.query.token;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.partnercatalog.runtime.http.JsonOutput;
import io.javalin.http.Context;
import java.net.URI;
import java.util.List;

/** What the issuer publishes about itself: its keys (RFC 7517) and its metadata (RFC 8414). */
final class IssuerDocuments {

    static final String TOKEN_PATH = "/oauth2/token";
    static final String KEYS_PATH = "/.well-known/jwks.json";
    static final String METADATA_PATH = "/.well-known/oauth-authorization-server";

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

    private final SigningKeys keys;
    private final byte[] metadata;

    IssuerDocuments(URI issuer, SigningKeys keys) {
        this.keys = keys;
        this.metadata = JsonOutput.of(new Metadata(
                issuer.toString(),
                issuer + TOKEN_PATH,
                issuer + KEYS_PATH,
                List.of("client_credentials"),
                List.of(),
                List.of(TokenSettings.SCOPE),
                List.of("client_secret_basic", "client_secret_post")));
    }

    /** The public keys of all signing keys. */
    void keys(Context context) {
        JWKSet published = new JWKSet(
                keys.newestFirst().stream().<JWK>map(JWK::toPublicJWK).toList());
        context.header("Cache-Control", CACHEABLE).result(JSONObjectUtils.toJSONString(published.toJSONObject(true)));
    }

    void metadata(Context context) {
        context.header("Cache-Control", CACHEABLE).result(metadata);
    }
}
