package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.credential.ClientCertificate;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.webhook.credential.CredentialTable;
import dev.partnercatalog.webhook.credential.MasterKeys;
import dev.partnercatalog.webhook.message.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What endpoints require besides the symmetric signature. */
class CredentialDeliveryTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Message MESSAGE =
            new Message("msg_1", "{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8), Message.Contents.changes(1, 0));
    private static final WebhookCredentials NOTHING = new WebhookCredentials(false, List.of(), null, null);

    private final MasterKey masterKey = MasterKeys.another();
    private final CredentialSeal seal = new CredentialSeal(masterKey);
    private final MockWebServer server = new MockWebServer();
    private final MockWebServer login = new MockWebServer();
    private final Endpoints endpoints = new Endpoints(
            new EndpointLimits(4, 64, EndpointLimits.SUSPEND_AFTER),
            InstantSource.system(),
            new Backoff(new Random(1)),
            new HealthRecordsInMemory());
    private final HeldCertificate root =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private final HttpDelivery delivery = delivery();
    private volatile Duration ahead = Duration.ZERO;
    private boolean started;

    @BeforeEach
    void start() throws IOException {
        login.start();
    }

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
        login.close();
    }

    @Test
    void without_credentials_nothing_is_added() throws Exception {
        server.enqueue(new MockResponse.Builder().build());

        send(NOTHING);

        RecordedRequest request = taken(server);
        assertThat(request.getHeaders().get("webhook-key-ids")).isNull();
        assertThat(request.getHeaders().get("Authorization")).isNull();
        assertThat(request.getHeaders().get("webhook-signature"))
                .startsWith("v1,")
                .doesNotContain("v1a");
    }

    @Test
    void headers_are_sent_as_they_were_set() throws Exception {
        server.enqueue(new MockResponse.Builder().build());

        send(new WebhookCredentials(
                false,
                List.of(new StaticHeader("Authorization", "Basic dTpw"), new StaticHeader("X-Api-Key", "a b")),
                null,
                null));

        RecordedRequest request = taken(server);
        assertThat(request.getHeaders().values("Authorization")).containsExactly("Basic dTpw");
        assertThat(request.getHeaders().values("X-Api-Key")).containsExactly("a b");
    }

    @Test
    @DisplayName(
            "v1a: during a rotation both keys sign, the header lists them in order, and the symmetric signature stays")
    void both_keys_sign_during_a_rotation() throws Exception {
        server.enqueue(new MockResponse.Builder().build());

        send(WebhookControl.newBuilder()
                .setAuthentication(seal.seal("p", new WebhookCredentials(true, List.of(), null, null)))
                .setKeyGeneration(3)
                .setKeyRotatedAt(InstantSource.system().millis())
                .build());

        RecordedRequest request = taken(server);
        String body = requireNonNull(request.getBody()).utf8();
        new Webhook(SECRET).verify(body, request.getHeaders().toMultimap());
        String[] keyIds =
                requireNonNull(request.getHeaders().get("webhook-key-ids")).split(" ");
        String[] signatures =
                requireNonNull(request.getHeaders().get("webhook-signature")).split(" ");
        assertThat(keyIds)
                .containsExactly(
                        WebhookSigningKey.of(masterKey, "p", 3).keyId(),
                        WebhookSigningKey.of(masterKey, "p", 2).keyId());
        assertThat(signatures).hasSize(3);
        byte[] signed = ("msg_1." + request.getHeaders().get("webhook-timestamp") + "." + body)
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 2; i++) {
            assertThat(signatures[i + 1]).startsWith("v1a,");
            byte[] signature = Base64.getDecoder().decode(signatures[i + 1].substring("v1a,".length()));
            assertThat(verifies(WebhookSigningKey.of(masterKey, "p", 3 - i), signed, signature))
                    .isTrue();
        }
    }

    @Test
    void the_key_before_signs_no_more_after_the_overlap() throws Exception {
        server.enqueue(new MockResponse.Builder().build());

        send(WebhookControl.newBuilder()
                .setAuthentication(seal.seal("p", new WebhookCredentials(true, List.of(), null, null)))
                .setKeyGeneration(3)
                .setKeyRotatedAt(InstantSource.system()
                        .instant()
                        .minus(Duration.ofHours(25))
                        .toEpochMilli())
                .build());

        assertThat(taken(server).getHeaders().get("webhook-key-ids"))
                .isEqualTo(WebhookSigningKey.of(masterKey, "p", 3).keyId());
    }

    @Test
    void a_token_is_fetched_once_and_goes_with_every_message() throws Exception {
        token("first");
        server.enqueue(new MockResponse.Builder().build());
        server.enqueue(new MockResponse.Builder().build());

        assertThat(send(oauth2()).result()).isEqualTo(Outcome.Result.ACCEPTED);
        assertThat(send(oauth2()).result()).isEqualTo(Outcome.Result.ACCEPTED);

        assertThat(taken(server).getHeaders().values("Authorization")).containsExactly("Bearer first");
        assertThat(taken(server).getHeaders().values("Authorization")).containsExactly("Bearer first");
        assertThat(login.getRequestCount()).isEqualTo(1);
    }

    @Test
    void a_token_that_is_refused_is_replaced_once_within_the_attempt() throws Exception {
        token("first");
        token("second");
        token("third");
        server.enqueue(new MockResponse.Builder().build());
        send(oauth2());
        ahead = Duration.ofSeconds(1);
        server.enqueue(new MockResponse.Builder().code(401).build());
        server.enqueue(new MockResponse.Builder().build());

        assertThat(send(oauth2()).result()).isEqualTo(Outcome.Result.ACCEPTED);

        server.enqueue(new MockResponse.Builder().code(401).build());
        server.enqueue(new MockResponse.Builder().code(401).build());
        Outcome refused = send(oauth2());
        assertThat(refused.result()).isEqualTo(Outcome.Result.FAILED);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(login.getRequestCount()).isEqualTo(3);
        assertThat(server.getRequestCount()).isEqualTo(5);
    }

    @Test
    void a_token_endpoint_that_fails_is_a_failed_attempt_with_a_reason_and_nothing_is_sent() throws Exception {
        login.enqueue(new MockResponse.Builder()
                .code(401)
                .body("{\"error\": \"invalid_client\"}")
                .build());

        Outcome outcome = send(oauth2());

        assertThat(outcome)
                .isEqualTo(Outcome.unsent(
                        "no access token: the token endpoint answered with status 401 (invalid_client)"));
        assertThat(server.getRequestCount()).isZero();
        assertThat(endpoints.states().get(0).status()).hasToString("BACKING_OFF");
    }

    @Test
    void credentials_under_another_master_key_fail_their_own_webhook_alone() throws Exception {
        server.enqueue(new MockResponse.Builder().build());
        CredentialSeal stranger = new CredentialSeal(MasterKeys.another());
        WebhookCredentials header =
                new WebhookCredentials(false, List.of(new StaticHeader("X-Api-Key", "s3cret")), null, null);
        EndpointSettings closed = EndpointSettings.of(
                endpoint("closed"),
                WebhookControl.newBuilder()
                        .setAuthentication(stranger.seal("closed", header))
                        .build(),
                true);
        EndpointSettings open = EndpointSettings.of(
                endpoint("open"),
                WebhookControl.newBuilder()
                        .setAuthentication(seal.seal("open", header))
                        .build(),
                true);

        delivery.configure(List.of(closed, open));
        Outcome failed = send(closed.endpoint());
        Outcome accepted = send(open.endpoint());

        assertThat(failed.result()).isEqualTo(Outcome.Result.FAILED);
        assertThat(failed.received()).isFalse();
        assertThat(failed.reason())
                .isEqualTo("its authentication can't be used: not encrypted under this master key, or changed since");
        assertThat(accepted.result()).isEqualTo(Outcome.Result.ACCEPTED);
    }

    @Test
    @DisplayName("Each partner's connections use its own certificate, and none is used for another partner")
    void certificates_are_each_partners_own() throws Exception {
        useTls();
        server.requireClientAuth();
        EndpointSettings a = settings("a", certificate("a"));
        EndpointSettings b = settings("b", certificate("b"));
        EndpointSettings none = settings("none", NOTHING);
        delivery.configure(List.of(a, b, none));
        for (int i = 0; i < 4; i++) {
            server.enqueue(new MockResponse.Builder().build());
        }

        for (EndpointSettings settings : List.of(a, b, a, b)) {
            assertThat(send(settings.endpoint()).result()).isEqualTo(Outcome.Result.ACCEPTED);
        }
        Outcome refused = send(none.endpoint());

        assertThat(refused.result()).isEqualTo(Outcome.Result.FAILED);
        for (String name : List.of("a", "b", "a", "b")) {
            RecordedRequest request = taken(server);
            X509Certificate shown = (X509Certificate)
                    requireNonNull(request.getHandshake()).peerCertificates().get(0);
            assertThat(shown.getSubjectX500Principal().getName()).isEqualTo("CN=" + name);
        }
        assertThat(server.getRequestCount()).isEqualTo(4);
    }

    @Test
    void a_new_certificate_is_used_for_the_next_message() throws Exception {
        useTls();
        server.requireClientAuth();
        server.enqueue(new MockResponse.Builder().build());
        server.enqueue(new MockResponse.Builder().build());
        EndpointSettings before = settings("p", certificate("before"));
        delivery.configure(List.of(before));
        send(before.endpoint());

        delivery.configure(List.of(settings("p", certificate("after"))));
        send(before.endpoint());

        assertThat(requireNonNull(taken(server).getHandshake())
                        .peerCertificates()
                        .toString())
                .contains("CN=before");
        assertThat(requireNonNull(taken(server).getHandshake())
                        .peerCertificates()
                        .toString())
                .contains("CN=after");
    }

    private void useTls() throws IOException {
        HeldCertificate localhost = new HeldCertificate.Builder()
                .addSubjectAlternativeName("localhost")
                .signedBy(root)
                .build();
        server.useHttps(new HandshakeCertificates.Builder()
                .heldCertificate(localhost)
                .addTrustedCertificate(root.certificate())
                .build()
                .sslSocketFactory());
        server.start(InetAddress.getByName("localhost"), 0);
        started = true;
    }

    private WebhookCredentials certificate(String name) {
        HeldCertificate held =
                new HeldCertificate.Builder().commonName(name).signedBy(root).build();
        return new WebhookCredentials(
                false, List.of(), null, new ClientCertificate(held.certificatePem(), held.privateKeyPkcs8Pem()));
    }

    private WebhookCredentials oauth2() {
        return new WebhookCredentials(
                false, List.of(), new OAuth2Client(login.url("/token").toString(), "id", "s3cret", null), null);
    }

    private void token(String value) {
        login.enqueue(new MockResponse.Builder()
                .body("{\"access_token\": \"" + value + "\", \"token_type\": \"Bearer\", \"expires_in\": 3600}")
                .build());
    }

    private Outcome send(WebhookCredentials credentials) throws Exception {
        return send(WebhookControl.newBuilder()
                .setAuthentication(seal.seal("p", credentials))
                .build());
    }

    private Outcome send(WebhookControl control) throws Exception {
        EndpointSettings settings = EndpointSettings.of(endpoint("p"), control, true);
        delivery.configure(List.of(settings));
        return send(settings.endpoint());
    }

    private Outcome send(Endpoint endpoint) throws Exception {
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        requireNonNull(delivery.tryAcquire(endpoint, Lane.LIVE)).send(MESSAGE, done::complete);
        return done.get(20, TimeUnit.SECONDS);
    }

    private EndpointSettings settings(String partnerId, WebhookCredentials credentials) throws IOException {
        return EndpointSettings.of(
                endpoint(partnerId),
                WebhookControl.newBuilder()
                        .setAuthentication(seal.seal(partnerId, credentials))
                        .build(),
                true);
    }

    private Endpoint endpoint(String partnerId) throws IOException {
        if (!started) {
            server.start();
            started = true;
        }
        return new Endpoint(partnerId, server.url("/hook").toString());
    }

    private static RecordedRequest taken(MockWebServer server) throws InterruptedException {
        return requireNonNull(server.takeRequest(5, TimeUnit.SECONDS));
    }

    private static boolean verifies(WebhookSigningKey key, byte[] signed, byte[] signature) throws Exception {
        byte[] spki = HexFormat.of().parseHex("302a300506032b6570032100");
        byte[] x = Base64.getUrlDecoder().decode(key.publicKey());
        byte[] encoded = new byte[spki.length + x.length];
        System.arraycopy(spki, 0, encoded, 0, spki.length);
        System.arraycopy(x, 0, encoded, spki.length, x.length);
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        verifier.update(signed);
        return verifier.verify(signature);
    }

    private HttpDelivery delivery() {
        WebhookAddresses addresses = new WebhookAddresses(true);
        HandshakeCertificates trusting = new HandshakeCertificates.Builder()
                .addTrustedCertificate(root.certificate())
                .build();
        OkHttpClient client = OneAttemptClient.create(addresses, TIMEOUT, 64)
                .newBuilder()
                .sslSocketFactory(trusting.sslSocketFactory(), trusting.trustManager())
                .build();
        return new HttpDelivery(
                endpoints,
                addresses,
                settings -> List.of(SECRET),
                new CredentialTable(masterKey, Duration.ofHours(24)),
                attempt -> {},
                new HttpSettings(TIMEOUT, "partner-catalog/test"),
                client,
                () -> Instant.now().plus(ahead));
    }
}
