package dev.partnercatalog.runtime.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookOAuth2;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import okhttp3.tls.HeldCertificate;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialSealTest {

    private static final HeldCertificate HELD =
            new HeldCertificate.Builder().commonName("Catalog").build();
    private static final WebhookCredentials CREDENTIALS = new WebhookCredentials(
            true,
            List.of(new StaticHeader("X-Api-Key", "s3cret-header")),
            new OAuth2Client("https://login.example/token", "id", "s3cret-client", null),
            new ClientCertificate(HELD.certificatePem(), HELD.privateKeyPkcs8Pem()));

    private final CredentialSeal seal;
    private final CredentialSeal stranger;
    private final WebhookAuthentication sealed;

    CredentialSealTest(@TempDir Path folder) {
        seal = new CredentialSeal(MasterKey.loadOrCreate(folder.resolve("master.key")));
        stranger = new CredentialSeal(MasterKey.loadOrCreate(folder.resolve("other.key")));
        sealed = seal.seal("p", CREDENTIALS);
    }

    @Test
    void what_was_sealed_opens_again() {
        assertThat(seal.open("p", sealed)).isEqualTo(CREDENTIALS);
        assertThat(seal.open("p", sealed)).as("a second time").isEqualTo(CREDENTIALS);
    }

    @Test
    void no_part_of_a_secret_is_in_the_record_or_shown() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Encoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        new SpecificDatumWriter<>(WebhookAuthentication.class).write(sealed, encoder);

        assertThat(bytes.toString(StandardCharsets.ISO_8859_1))
                .doesNotContain("s3cret")
                .doesNotContain("PRIVATE");
        assertThat(CREDENTIALS.toString()).doesNotContain("s3cret").doesNotContain("PRIVATE");
        assertThat(CredentialSummary.of(WebhookControl.newBuilder()
                                .setAuthentication(sealed)
                                .setKeyRotatedAt(0L)
                                .build())
                        .toString())
                .startsWith(
                        "{\"ed25519\":true,\"keyRotatedAt\":\"1970-01-01T00:00:00Z\",\"headers\":[{\"name\":\"X-Api-Key\"}],\"oauth2\":{\"tokenUrl\":"
                                + "\"https://login.example/token\",\"clientId\":\"id\",\"scope\":null,"
                                + "\"clientAuthentication\":\"basic\",\"parameters\":{}},"
                                + "\"clientCertificate\":{\"subject\":\"CN=Catalog\",\"notAfter\":\"");
    }

    @Test
    void another_master_key_or_another_partner_opens_nothing() {
        assertThatThrownBy(() -> stranger.open("p", sealed)).isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> seal.open("q", sealed)).isInstanceOf(SecretException.class);
    }

    @Test
    void a_secret_is_valid_only_for_the_token_url_and_the_request_for_which_it_was_set() {
        WebhookOAuth2 kept = sealed.getOauth2();
        for (WebhookOAuth2.Builder other : List.of(
                WebhookOAuth2.newBuilder(kept).setTokenUrl("https://attacker.example/token"),
                WebhookOAuth2.newBuilder(kept).setClientAuthentication("body"),
                WebhookOAuth2.newBuilder(kept).setParameters(Map.of("audience", "attacker")))) {
            WebhookAuthentication changed = WebhookAuthentication.newBuilder(sealed)
                    .setOauth2(other.build())
                    .build();

            assertThatThrownBy(() -> seal.open("p", changed)).isInstanceOf(SecretException.class);
        }
    }

    @Test
    void how_a_client_authenticates_and_its_parameters_are_kept_and_shown() {
        OAuth2Client client = new OAuth2Client(
                "https://login.example/token",
                "id",
                "s3cret",
                "a b",
                OAuth2Client.Method.BODY,
                Map.of("resource", "r", "audience", "a"));
        WebhookAuthentication kept = seal.seal("p", new WebhookCredentials(false, List.of(), client, null));

        assertThat(seal.open("p", kept).oauth2()).isEqualTo(client);
        assertThat(CredentialSummary.of(WebhookControl.newBuilder()
                                .setAuthentication(kept)
                                .build())
                        .path("oauth2"))
                .hasToString("{\"tokenUrl\":\"https://login.example/token\",\"clientId\":\"id\",\"scope\":\"a b\","
                        + "\"clientAuthentication\":\"body\",\"parameters\":{\"audience\":\"a\",\"resource\":\"r\"}}");
    }
}
