package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.contract.DeclaredResponses;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IssuerDocumentsTest {

    @AutoClose
    private final TokenHarness endpoint = new TokenHarness();

    @BeforeEach
    void reset() {
        endpoint.reset();
    }

    @Test
    void D17_all_keys_are_published_without_their_private_parts() throws Exception {
        RSAKey second = TestTokens.newKey("key-2");
        endpoint.keys.add(0, second);
        HttpResponse<String> response = endpoint.send(endpoint.request("/.well-known/jwks.json"));
        assertThat(response.statusCode()).isEqualTo(200);
        JWKSet published = JWKSet.parse(response.body());
        assertThat(published.getKeys())
                .containsExactly(second.toPublicJWK(), TestTokens.KEY.toPublicJWK())
                .noneMatch(JWK::isPrivate);
        assertThat(response.body()).doesNotContain("\"d\"", "\"p\"", "\"q\"", "\"dp\"", "\"dq\"", "\"qi\"");
    }

    @Test
    void the_metadata_says_where_tokens_and_keys_are() {
        HttpResponse<String> response = endpoint.send(endpoint.request("/.well-known/oauth-authorization-server"));
        JsonNode metadata = json(response);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(metadata.path("issuer").asText()).isEqualTo("http://issuer.example");
        assertThat(metadata.path("token_endpoint").asText()).isEqualTo("http://issuer.example/oauth2/token");
        assertThat(metadata.path("jwks_uri").asText()).isEqualTo("http://issuer.example/.well-known/jwks.json");
        assertThat(metadata.path("grant_types_supported").toString()).isEqualTo("[\"client_credentials\"]");
        assertThat(metadata.path("token_endpoint_auth_methods_supported").toString())
                .isEqualTo("[\"client_secret_basic\",\"client_secret_post\"]");
        assertThat(metadata.path("scopes_supported").toString()).isEqualTo("[\"partner/read\"]");
        assertThat(metadata.path("response_types_supported").isArray()).isTrue();
    }

    @Test
    void documents_can_only_be_read() {
        for (String path : new String[] {"/.well-known/jwks.json", "/.well-known/oauth-authorization-server"}) {
            HttpResponse<String> response =
                    endpoint.send(endpoint.request(path).POST(HttpRequest.BodyPublishers.noBody()));
            assertThat(response.statusCode()).isEqualTo(405);
            assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS");
            assertThat(endpoint.send(endpoint.request(path)).headers().firstValue("Cache-Control"))
                    .hasValueSatisfying(cache -> assertThat(cache).contains("max-age"));
        }
    }

    private final DeclaredResponses declared = new DeclaredResponses(new Contract().document());
    private final Set<String> missing = new TreeSet<>(declared.all(path -> path.has("servers")));

    @Test
    void every_member_and_header_that_the_document_declares_is_sent() {
        assertThat(missing).contains("Token.access_token", "IssuerMetadata.jwks_uri", "retry-after");
        see(endpoint.form(GOOD));
        see(endpoint.send(endpoint.request("/.well-known/jwks.json")));
        see(endpoint.send(endpoint.request("/.well-known/oauth-authorization-server")));
        see(endpoint.send(endpoint.request("/.well-known/jwks.json").POST(HttpRequest.BodyPublishers.noBody())));
        HttpResponse<String> refused = endpoint.form(GOOD + "x");
        while (refused.statusCode() == 401) {
            see(refused);
            refused = endpoint.form(GOOD + "x");
        }
        see(refused);
        assertThat(missing).isEmpty();
    }

    private void see(HttpResponse<String> response) {
        missing.removeAll(declared.seen(
                response.uri().getPath().startsWith("/.well-known")
                        ? "GET"
                        : response.request().method(),
                response.uri().getPath(),
                response.statusCode(),
                response.headers().map().keySet(),
                json(response)));
    }
}
