package dev.partnercatalog.query.token;

import com.fasterxml.jackson.core.JsonGenerator;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.partnercatalog.http.JsonOutput;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.URI;

/** What the issuer publishes about itself: its keys (RFC 7517) and its metadata (RFC 8414). */
final class IssuerDocuments {

    static final String TOKEN_PATH = "/oauth2/token";
    static final String KEYS_PATH = "/.well-known/jwks.json";
    static final String METADATA_PATH = "/.well-known/oauth-authorization-server";

    /** A new key signs at once, and verifiers refetch for an unknown key, so caching only avoids repeated requests. */
    private static final String CACHEABLE = "public, max-age=60";

    private final SigningKeys keys;
    private final byte[] metadata;

    IssuerDocuments(URI issuer, SigningKeys keys) {
        this.keys = keys;
        this.metadata = metadata(issuer);
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

    private static byte[] metadata(URI issuer) {
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("issuer", issuer.toString());
            json.writeStringField("token_endpoint", issuer + TOKEN_PATH);
            json.writeStringField("jwks_uri", issuer + KEYS_PATH);
            writeArray(json, "grant_types_supported", "client_credentials");
            writeArray(json, "response_types_supported");
            writeArray(json, "scopes_supported", TokenSettings.SCOPE);
            writeArray(json, "token_endpoint_auth_methods_supported", "client_secret_basic", "client_secret_post");
            json.writeEndObject();
        });
    }

    private static void writeArray(JsonGenerator json, String name, String... values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
