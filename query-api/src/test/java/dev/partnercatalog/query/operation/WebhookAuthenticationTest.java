package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A partner sets what its endpoint requires, and gets the keys to verify with")
class WebhookAuthenticationTest {

    private static final String PATH = "/v1/partner/webhook/authentication";
    private static final String NOTHING =
            "{\"ed25519\":false,\"keyRotatedAt\":null,\"headers\":[],\"oauth2\":null,\"clientCertificate\":null}";
    private static final String BODY = """
        {"ed25519": true, "headers": [{"name": "X-Api-Key", "value": "s3cret-header"}],
         "oauth2": {"tokenUrl": "https://login.example/token", "clientId": "id", "clientSecret": "s3cret-client"}}\
        """;

    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void partner() {
        api.configurations.put("p1", true);
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void nothing_is_required_at_first() {
        assertThat(api.get(PATH).body()).isEqualTo(NOTHING);
    }

    @Test
    void settings_are_encrypted_before_they_leave_and_shown_without_secrets() {
        ApiAnswer answer = api.put(PATH, BODY);

        assertThat(answer.body())
                .isEqualTo("{\"ed25519\":true,\"keyRotatedAt\":null,\"headers\":[{\"name\":\"X-Api-Key\"}],"
                        + "\"oauth2\":{\"tokenUrl\":\"https://login.example/token\",\"clientId\":\"id\",\"scope\":null,"
                        + "\"clientAuthentication\":\"basic\",\"parameters\":{}},"
                        + "\"clientCertificate\":null}");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(api.get(PATH).body()).isEqualTo(answer.body());
        assertThat(api.commands.last().toString()).doesNotContain("s3cret");
        WebhookAuthentication sent =
                ((ConfigureAuthentication) api.commands.last().getChange()).getSet();
        WebhookCredentials opened = new CredentialSeal(ApiHarness.MASTER_KEY).open("p1", sent);
        assertThat(opened.headers()).containsExactly(new StaticHeader("X-Api-Key", "s3cret-header"));
        assertThat(opened.oauth2())
                .isEqualTo(new OAuth2Client("https://login.example/token", "id", "s3cret-client", null));
    }

    @Test
    void a_put_replaces_everything_and_a_delete_removes_everything() {
        api.put(PATH, BODY);

        assertThat(api.put(PATH, "{\"headers\": [{\"name\": \"X-Other\", \"value\": \"v\"}], \"oauth2\": null}")
                        .body())
                .isEqualTo(NOTHING.replace("[]", "[{\"name\":\"X-Other\"}]"));
        assertThat(api.call(api.request(PATH)
                                .header("Authorization", ApiHarness.bearer())
                                .delete())
                        .body())
                .isEqualTo(NOTHING);
    }

    @Test
    void the_stored_hash_of_a_request_does_not_help_to_guess_its_secrets() throws Exception {
        api.put(PATH, BODY);
        String first = api.commands.last().getRequestHash();
        api.put(PATH, BODY);

        assertThat(api.commands.last().getRequestHash()).isEqualTo(first).isNotEqualTo(plainHash());
        api.put(PATH, BODY.replace("s3cret-client", "s3cret-cliens"));
        assertThat(api.commands.last().getRequestHash()).isNotEqualTo(first);
    }

    private static String plainHash() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(("PUT " + PATH + "\n").getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest(BODY.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"headers\": [{\"name\": \"Host\", \"value\": \"s3cret\"}]}",
                "{\"headers\": [{\"name\": \"X-A\", \"value\": \"s3cret\\r\\nX-B: c\"}]}",
                "{\"headers\": [{\"name\": \"X-A\", \"value\": [\"s3cret\"]}]}",
                "{\"headers\": [{\"name\": \"X-A\"}]}",
                "{\"headers\": {\"X-A\": \"s3cret\"}}",
                "{\"ed25519\": \"yes\"}",
                "{\"oauth2\": {\"tokenUrl\": \"https://10.0.0.1/\", \"clientId\": \"id\", \"clientSecret\":"
                        + " \"s3cret\"}}",
                "{\"oauth2\": {\"tokenUrl\": \"https://login.example/\", \"clientId\": \"id\", \"clientSecret\":"
                        + " \"s3crét\"}}",
                "{\"oauth2\": {\"tokenUrl\": \"https://login.example/\", \"clientId\": \"id\"}}",
                "{\"oauth2\": {\"tokenUrl\": \"https://login.example/\", \"clientId\": \"id\", \"clientSecret\":"
                        + " \"s3cret\", \"clientAuthentication\": \"digest\"}}",
                "{\"oauth2\": {\"tokenUrl\": \"https://login.example/\", \"clientId\": \"id\", \"clientSecret\":"
                        + " \"s3cret\", \"parameters\": {\"audience\": [\"s3cret\"]}}}",
                "{\"oauth2\": {\"tokenUrl\": \"https://login.example/\", \"clientId\": \"id\", \"clientSecret\":"
                        + " \"s3cret\", \"parameters\": {\"client_secret\": \"s3cret\"}}}",
                "{\"clientCertificate\": {\"certificates\": \"s3cret\", \"privateKey\": \"s3cret\"}}"
            })
    void invalid_settings_are_refused_and_not_shown(String body) {
        ApiAnswer answer = api.put(PATH, body);

        answer.error(ErrorCode.INVALID_REQUEST);
        if (!body.startsWith("{\"headers\": {")) {
            assertThat(answer.body()).doesNotContain("s3cr");
        }
        assertThat(api.commands.received).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"clientCertficate\": null}",
                "{\"headers\": [{\"name\": \"X-A\", \"value\": \"v\", \"secret\": true}]}",
                "{\"oauth2\": {\"tokenUrl\": \"https://login.example/\", \"clientId\": \"id\", \"clientSecret\": \"s\","
                        + " \"audience\": \"a\"}}",
                "{\"clientCertificate\": {\"certificates\": \"c\", \"privateKey\": \"k\", \"password\": \"p\"}}"
            })
    void a_member_that_does_not_exist_is_refused_because_ignoring_it_would_turn_something_off(String body) {
        JsonNode error = api.put(PATH, body).error(ErrorCode.INVALID_REQUEST);

        assertThat(error.at("/body/violations/0/problem").asText()).contains("is not a member of this setting");
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void how_we_authenticate_at_the_authorization_server_and_what_else_it_requires_can_be_set() {
        String body = BODY.replace(
                "s3cret-client\"",
                "s3cret-client\", \"clientAuthentication\": \"body\", \"parameters\": {\"audience\": \"a\"}");

        assertThat(api.put(PATH, body).json().path("oauth2"))
                .hasToString("{\"tokenUrl\":\"https://login.example/token\",\"clientId\":\"id\",\"scope\":null,"
                        + "\"clientAuthentication\":\"body\",\"parameters\":{\"audience\":\"a\"}}");
    }

    @Test
    void keys_are_open_to_everyone_and_both_are_included_during_a_rotation() {
        control(WebhookControl.newBuilder()
                .setAuthentication(
                        WebhookAuthentication.newBuilder().setEd25519(true).build())
                .setKeyGeneration(1)
                .setKeyRotatedAt(ApiHarness.NOW.toEpochMilli()));

        ApiAnswer answer = api.call(api.request("/v1/webhook-keys/p1"));

        WebhookSigningKey newest = WebhookSigningKey.of(ApiHarness.MASTER_KEY, "p1", 1);
        WebhookSigningKey before = WebhookSigningKey.of(ApiHarness.MASTER_KEY, "p1", 0);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("keys")).containsExactly(jwk(newest), jwk(before));
        assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=60");
        api.now = ApiHarness.NOW.plus(Duration.ofHours(24)).plus(Duration.ofMinutes(10));
        assertThat(api.call(api.request("/v1/webhook-keys/p1")).json().path("keys"))
                .containsExactly(jwk(newest));
    }

    @Test
    void a_partner_without_keys_gets_the_same_response_as_one_that_does_not_exist() {
        ApiAnswer without = api.call(api.request("/v1/webhook-keys/p1"));

        assertThat(without.status()).isEqualTo(200);
        assertThat(without.body()).isEqualTo("{\"keys\":[]}");
        // It has the form of a company's variants.
        assertThat(api.call(api.request("/v1/webhook-keys/variants")).body()).isEqualTo(without.body());
        assertThat(api.call(api.request("/v1/webhook-keys/nobody")).body()).isEqualTo(without.body());
    }

    private void control(WebhookControl.Builder control) {
        PartnerConfig config = Objects.requireNonNull(api.configurations.partners.get("p1"));
        api.configurations.partners.put(
                "p1",
                PartnerConfig.newBuilder(config)
                        .setWebhookControl(control.build())
                        .build());
    }

    private static JsonNode jwk(WebhookSigningKey key) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kty", "OKP")
                .put("crv", "Ed25519")
                .put("kid", key.keyId())
                .put("x", key.publicKey())
                .put("use", "sig")
                .put("alg", "EdDSA");
    }
}
