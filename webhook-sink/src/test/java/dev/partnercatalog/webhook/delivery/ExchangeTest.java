package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.webhook.credential.CredentialTable;
import dev.partnercatalog.webhook.credential.MasterKeys;
import dev.partnercatalog.webhook.message.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is recorded of requests and responses, and what never is. */
class ExchangeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final WebhookCredentials NOTHING = new WebhookCredentials(false, List.of(), null, null);
    private static final WebhookCredentials HEADERS = new WebhookCredentials(
            true,
            List.of(new StaticHeader("Authorization", "Basic dXNlcjpwYXNz"), new StaticHeader("X-Api-Key", "k/e y=1")),
            null,
            null);
    private static final List<ResyncScope> VARIANTS = List.of(new ResyncScope(7L, 70L, "b"));

    private final MasterKey masterKey = MasterKeys.another();
    private final CredentialSeal seal = new CredentialSeal(masterKey);
    private final MockWebServer server = new MockWebServer();
    private final List<WebhookExchange> exchanges = new CopyOnWriteArrayList<>();
    private final Endpoints endpoints = new Endpoints(
            new EndpointLimits(4, 64, EndpointLimits.SUSPEND_AFTER),
            this::now,
            new Backoff(new Random(1)),
            new HealthRecordsInMemory());
    private final AttemptLog log = new AttemptLog() {
        @Override
        public void add(WebhookAttempt attempt) {}

        @Override
        public void add(WebhookExchange exchange) {
            exchanges.add(exchange);
        }
    };
    private final HttpDelivery delivery = new HttpDelivery(
            endpoints,
            new WebhookAddresses(true),
            settings -> List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
            new CredentialTable(masterKey, Duration.ofHours(24)),
            log,
            new HttpSettings(TIMEOUT, "partner-catalog/test"),
            64,
            this::now);
    private volatile Duration ahead = Duration.ZERO;

    private Instant now() {
        return InstantSource.system().instant().plus(ahead);
    }

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    void the_request_and_the_response_of_a_failed_attempt_are_recorded() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(503)
                .addHeader("Retry-After", "7")
                .addHeaderLenient("X-Reason", "b\u0001usy")
                .body("bu\u0007sy\r\nfor a while \u00e9")
                .build());

        WebhookExchange exchange = exchange(NOTHING, "{\"type\":\"x\"}");

        assertThat(exchange.getPartnerId()).isEqualTo("p");
        assertThat(exchange.getWebhookId()).isEqualTo("msg_1");
        assertThat(exchange.getVariants()).isEqualTo(VARIANTS);
        assertThat(exchange.getRequestHeaders())
                .contains(new HttpHeader("webhook-id", "msg_1"))
                .contains(new HttpHeader("Content-Type", "application/json"))
                .contains(new HttpHeader("webhook-signature", "…"));
        assertThat(exchange.getRequestBody()).isEqualTo("{\"type\":\"x\"}");
        assertThat(exchange.getHttpStatus()).isEqualTo(503);
        assertThat(exchange.getResponseHeaders())
                .contains(new HttpHeader("Retry-After", "7"), new HttpHeader("X-Reason", "busy"));
        assertThat(exchange.getResponseBody()).isEqualTo("busy\nfor a while \u00e9");
    }

    @Test
    void of_what_an_endpoint_requires_only_the_names_are_recorded() throws Exception {
        server.enqueue(new MockResponse.Builder().code(500).build());

        WebhookExchange exchange = exchange(HEADERS, "{}");

        assertThat(exchange.getRequestHeaders())
                .contains(
                        new HttpHeader("Authorization", "…"),
                        new HttpHeader("X-Api-Key", "…"),
                        new HttpHeader("webhook-signature", "…"));
        assertHasNoSecret(exchange);
    }

    @Test
    void what_an_endpoint_repeats_of_a_request_is_recorded_without_its_secrets() throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                MockResponse.Builder response = new MockResponse.Builder().code(400);
                StringBuilder headers = new StringBuilder();
                request.getHeaders().forEach(header -> {
                    response.addHeader("Echo-" + header.getFirst(), header.getSecond());
                    headers.append(header.getFirst())
                            .append(": ")
                            .append(header.getSecond())
                            .append('\n');
                });
                return response.addHeader("Set-Cookie", "s3ssion")
                        .addHeader("WWW-Authenticate", "Basic realm=\"x\"")
                        .body("POST " + request.getTarget() + "\nno hook 0123456789abcdef\n" + headers
                                + "{\"key\": \"k\\/e y\\u003d1\"}")
                        .build();
            }
        });

        WebhookExchange exchange = exchange(HEADERS, "{}");

        assertThat(exchange.getResponseHeaders())
                .contains(
                        new HttpHeader("Echo-Authorization", "…"),
                        new HttpHeader("Echo-X-Api-Key", "…"),
                        new HttpHeader("Echo-webhook-id", "msg_1"),
                        new HttpHeader("Set-Cookie", "…"),
                        new HttpHeader("WWW-Authenticate", "Basic realm=\"x\""));
        assertThat(exchange.getResponseBody())
                .startsWith("POST …?token=…&…\nno hook …\n")
                .contains("Authorization: …\n", "webhook-id: msg_1\n", "{\"key\": \"…\"}");
        assertHasNoSecret(exchange);
    }

    @Test
    void a_token_is_never_recorded() throws Exception {
        try (MockWebServer login = new MockWebServer()) {
            login.start();
            login.enqueue(new MockResponse.Builder()
                    .body(
                            "{\"access_token\": \"t0ken-of-the-partner\", \"token_type\": \"Bearer\", \"expires_in\": 3600}")
                    .build());
            server.enqueue(new MockResponse.Builder()
                    .code(401)
                    .addHeader("WWW-Authenticate", "Bearer")
                    .body("unknown: t0ken-of-the-partner")
                    .build());

            WebhookExchange exchange = exchange(
                    new WebhookCredentials(
                            false,
                            List.of(),
                            new OAuth2Client(login.url("/token").toString(), "id", "s3cret", null),
                            null),
                    "{}");

            assertThat(exchange.getResponseBody()).isEqualTo("unknown: …");
            assertThat(exchange.getResponseHeaders()).contains(new HttpHeader("WWW-Authenticate", "Bearer"));
            assertHasNoSecret(exchange);
        }
    }

    @Test
    void a_secret_across_the_end_of_the_recorded_part_is_not_recorded_in_part() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(400)
                .body("x".repeat(1_020) + "Basic dXNlcjpwYXNz")
                .build());
        server.enqueue(new MockResponse.Builder()
                .code(400)
                .body("sent: Basic dXNlcjpwYXNz")
                .throttleBody(20, 1, TimeUnit.HOURS)
                .build());

        assertThat(exchange(HEADERS, "{}").getResponseBody()).isEqualTo("x".repeat(1_020) + "…");
        assertThat(exchange(HEADERS, "{}").getResponseBody()).isEqualTo("sent: …");
    }

    @Test
    void headers_and_bodies_are_cut_between_characters() throws Exception {
        MockResponse.Builder response = new MockResponse.Builder().code(400).body("é" + "🌿".repeat(100_000));
        for (int i = 0; i < 100; i++) {
            response.addHeader("n" + i, "v".repeat(i < 10 ? 1_000 : 1));
        }
        server.enqueue(response.build());

        WebhookExchange exchange = exchange(NOTHING, "{\"é\":\"" + "🌿".repeat(1_000) + "\"}");

        assertThat(exchange.getRequestBody()).isEqualTo("{\"é\":\"" + "🌿".repeat(254));
        assertThat(exchange.getResponseBody()).isEqualTo("é" + "🌿".repeat(255));
        assertThat(exchange.getResponseHeaders().stream()
                        .mapToInt(header ->
                                header.getName().length() + header.getValue().length())
                        .sum())
                .isEqualTo(4 << 10);
    }

    @Test
    void at_most_thirty_headers_are_recorded() throws Exception {
        MockResponse.Builder response = new MockResponse.Builder().code(400);
        for (int i = 0; i < 100; i++) {
            response.addHeader("n" + i, "v");
        }
        server.enqueue(response.build());

        assertThat(exchange(NOTHING, "{}").getResponseHeaders()).hasSize(30);
    }

    @Test
    void an_attempt_without_a_response_has_only_a_request() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onRequestStart(new SocketEffect.CloseSocket())
                .build());

        WebhookExchange exchange = exchange(NOTHING, "{}");

        assertThat(exchange.getRequestBody()).isEqualTo("{}");
        assertThat(exchange.getHttpStatus()).isNull();
        assertThat(exchange.getResponseHeaders()).isEmpty();
    }

    @Test
    void of_accepted_attempts_one_a_second_is_recorded_and_of_others_every_one() throws Exception {
        for (int i = 0; i < 3; i++) {
            server.enqueue(new MockResponse.Builder().code(204).build());
            send(NOTHING, "{}");
        }
        await().untilAsserted(() -> assertThat(exchanges).hasSize(1));
        for (int i = 0; i < 3; i++) {
            server.enqueue(new MockResponse.Builder().code(422).build());
            send(NOTHING, "{}");
        }
        await().untilAsserted(() -> assertThat(exchanges).hasSize(4));
        ahead = Duration.ofSeconds(2);
        server.enqueue(new MockResponse.Builder().code(204).build());
        send(NOTHING, "{}");
        await().untilAsserted(() -> assertThat(exchanges)
                .extracting(WebhookExchange::getHttpStatus)
                .containsExactly(204, 422, 422, 422, 204));
    }

    @Test
    void an_attempt_that_shows_nothing_about_the_endpoint_leaves_no_exchange() throws Exception {
        assertThat(send(NOTHING, "{}", () -> false).result()).isEqualTo(Outcome.Result.STALE);
        server.enqueue(new MockResponse.Builder().code(500).build());

        assertThat(exchange(NOTHING, "{}").getHttpStatus()).isEqualTo(500);
        assertThat(exchanges).hasSize(1);
    }

    private static void assertHasNoSecret(WebhookExchange exchange) {
        assertThat(exchange.toString())
                .doesNotContain(
                        "dXNlcjpwYXNz",
                        "k/e y=1",
                        "k\\\\/e",
                        "t0ken",
                        "s3",
                        "my-hook",
                        "0123456789abcdef",
                        "v1,",
                        "v1a,");
    }

    private WebhookExchange exchange(WebhookCredentials credentials, String body) throws Exception {
        int before = exchanges.size();
        send(credentials, body);
        await().until(() -> exchanges.size() > before);
        return exchanges.get(before);
    }

    private Outcome send(WebhookCredentials credentials, String body) throws Exception {
        return send(credentials, body, () -> true);
    }

    private Outcome send(WebhookCredentials credentials, String body, BooleanSupplier ours) throws Exception {
        EndpointSettings settings = EndpointSettings.of(
                new Endpoint(
                        "p",
                        server.url("/my-hook/0123456789abcdef?token=t0ken&flag").toString()),
                WebhookControl.newBuilder()
                        .setAuthentication(seal.seal("p", credentials))
                        .build(),
                true);
        delivery.configure(List.of(settings));
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        Message message = new Message(
                "msg_1",
                body.getBytes(StandardCharsets.UTF_8),
                Message.Contents.changes(1, 0).with(VARIANTS));
        // Unlike any other lane, a ping goes through whatever the endpoint answered before.
        requireNonNull(delivery.tryAcquire(settings.endpoint(), Lane.PING)).send(message, ours, done::complete);
        return done.get(20, TimeUnit.SECONDS);
    }
}
