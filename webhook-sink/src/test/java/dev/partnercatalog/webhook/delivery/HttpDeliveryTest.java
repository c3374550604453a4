package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.credential.CredentialTable;
import dev.partnercatalog.webhook.credential.MasterKeys;
import dev.partnercatalog.webhook.delivery.Outcome.Result;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.MessageTrace;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDeliveryTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Message MESSAGE =
            new Message("msg_1", "{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8), Message.Contents.changes(2, 1));

    private final MockWebServer server = new MockWebServer();
    private final Endpoints endpoints = new Endpoints(
            new EndpointLimits(4, 64, EndpointLimits.SUSPEND_AFTER),
            InstantSource.system(),
            new Backoff(new Random(1)),
            new HealthRecordsInMemory());
    private final List<WebhookAttempt> attempts = new CopyOnWriteArrayList<>();
    private List<String> secrets = List.of(SECRET);
    private final HttpDelivery delivery = delivery(new WebhookAddresses(true));

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
    @DisplayName("D25: a message is posted as in Standard Webhooks, and a library verifies it")
    void a_message_is_posted_signed() throws Exception {
        server.enqueue(status(204).build());

        Outcome outcome = post();

        assertThat(outcome.result()).isEqualTo(Result.ACCEPTED);
        assertThat(outcome.status()).isEqualTo(204);
        RecordedRequest request = taken();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getTarget()).isEqualTo("/hook?a=b");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.getHeaders().get("User-Agent")).isEqualTo("partner-catalog/test");
        assertThat(request.getHeaders().get("webhook-id")).isEqualTo("msg_1");
        assertThat(Long.parseLong(requireNonNull(request.getHeaders().get("webhook-timestamp"))))
                .isCloseTo(Instant.now().getEpochSecond(), within(5L));
        assertThat(request.getHeaders().values("webhook-signature")).hasSize(1);
        new Webhook(SECRET)
                .verify(
                        requireNonNull(request.getBody()).utf8(),
                        request.getHeaders().toMultimap());
    }

    @Test
    void a_message_that_belongs_to_a_trace_names_it_and_one_that_does_not_names_none() throws Exception {
        TraceParent named = new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        MessageTrace trace = new MessageTrace(named, List.of(named));
        server.enqueue(status(200).build());
        server.enqueue(status(200).build());

        post();
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        requireNonNull(delivery.tryAcquire(endpoint(url()), Lane.LIVE))
                .send(new Message("msg_2", MESSAGE.body(), MESSAGE.contents(), trace), done::complete);
        done.get(10, TimeUnit.SECONDS);

        assertThat(taken().getHeaders().get("traceparent")).isNull();
        assertThat(taken().getHeaders().values("traceparent")).containsExactly(named.text());
    }

    @Test
    @DisplayName("D27: during a rotation both secrets sign, in one value of the header, and a library accepts either")
    void while_secrets_change_both_sign() throws Exception {
        String newer = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
        secrets = List.of(newer, SECRET);
        server.enqueue(status(200).build());

        post();

        RecordedRequest request = taken();
        assertThat(request.getHeaders().values("webhook-signature"))
                .singleElement()
                .satisfies(value -> assertThat(value).matches("v1,\\S+ v1,\\S+"));
        for (String secret : secrets) {
            new Webhook(secret)
                    .verify(
                            requireNonNull(request.getBody()).utf8(),
                            request.getHeaders().toMultimap());
        }
    }

    @Test
    void every_attempt_is_logged_as_it_ended() throws Exception {
        server.enqueue(status(200).build());
        server.enqueue(status(422).build());
        server.enqueue(status(302).addHeader("Location", "/").build());

        post();
        post();
        post();
        post(delivery, "http://user:secret@localhost/");

        assertThat(attempts)
                .extracting(WebhookAttempt::getOutcome)
                .containsExactly(
                        AttemptOutcome.ACCEPTED, AttemptOutcome.REFUSED, AttemptOutcome.FAILED, AttemptOutcome.FAILED);
        assertThat(attempts).extracting(WebhookAttempt::getHttpStatus).containsExactly(200, 422, 302, null);
        assertThat(attempts.get(0).getError()).isNull();
        assertThat(attempts.get(2).getError()).contains("redirect");
        assertThat(attempts).allSatisfy(attempt -> {
            assertThat(attempt.getPartnerId()).isEqualTo("menuboard");
            assertThat(attempt.getKind()).isEqualTo(AttemptKind.CHANGES);
            assertThat(attempt.getWebhookId()).isEqualTo("msg_1");
            assertThat(attempt.getRecords()).isEqualTo(2);
            assertThat(attempt.getRemoved()).isEqualTo(1);
            assertThat(attempt.getDurationMs()).isNotNegative();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "408,", "408, 0", "421,", "425, 0", "429, 0", "500, 0", "503,", "503, 0", "503, 1", "401, 0", "407,", "404, 0"
    })
    @DisplayName("D26: whatever the response, exactly one request is made; we time the next attempt ourselves")
    void exactly_one_request_is_made(int status, String retryAfter) throws Exception {
        MockResponse.Builder answer = status(status);
        if (retryAfter != null) {
            answer.addHeader("Retry-After", retryAfter);
        }
        server.enqueue(answer.build());
        server.enqueue(status(200).build());

        Outcome outcome = post();

        assertThat(outcome.result()).isNotEqualTo(Result.ACCEPTED);
        assertThat(outcome.received()).isTrue();
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 307, 308})
    @DisplayName("D26: a redirect is not followed and is a failure")
    void a_redirect_is_not_followed(int status) throws Exception {
        server.enqueue(
                status(status).addHeader("Location", server.url("/elsewhere")).build());
        server.enqueue(status(200).build());

        Outcome outcome = post();

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.status()).isEqualTo(status);
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "99999999999999999999, 600"})
    @DisplayName("D26: what the endpoint asks for is reported, even if it is absurd")
    void retry_after_is_told(String header, long seconds) throws Exception {
        server.enqueue(status(503).addHeader("Retry-After", header).build());

        assertThat(post().retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void an_endpoint_that_hangs_is_given_up_after_the_timeout_and_may_have_taken_the_message() throws Exception {
        server.enqueue(status(200).headersDelay(1, TimeUnit.MINUTES).build());

        Outcome outcome = post();

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isTrue();
        assertThat(outcome.reason()).contains("timed out");
    }

    @Test
    void an_endpoint_that_hangs_up_in_the_middle_may_have_taken_the_message() throws Exception {
        server.enqueue(
                status(200).onResponseStart(new SocketEffect.CloseSocket()).build());

        Outcome outcome = post();

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isTrue();
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void a_success_counts_once_its_status_is_there_however_long_its_body_takes() throws Exception {
        server.enqueue(status(200)
                .body("x".repeat(1_000))
                .bodyDelay(1, TimeUnit.MINUTES)
                .build());

        long began = System.nanoTime();
        Outcome outcome = post();

        assertThat(outcome.result()).isEqualTo(Result.ACCEPTED);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT);
    }

    @Test
    void a_huge_answer_is_not_read_to_its_end() throws Exception {
        server.enqueue(status(200).body("x".repeat(50_000_000)).build());
        server.enqueue(status(200).build());

        assertThat(post().result()).isEqualTo(Result.ACCEPTED);
        assertThat(post().result()).isEqualTo(Result.ACCEPTED);
        taken();
        assertThat(taken().getConnectionIndex()).isEqualTo(1);
    }

    @Test
    void a_short_answer_leaves_the_connection_to_the_next_message() throws Exception {
        server.enqueue(status(200).body("thanks").build());
        server.enqueue(status(200).body("thanks").build());

        post();
        post();

        taken();
        assertThat(taken().getConnectionIndex()).isZero();
    }

    @Test
    void where_nobody_listens_nothing_was_sent() throws Exception {
        int port;
        try (ServerSocket unused = new ServerSocket(0)) {
            port = unused.getLocalPort();
        }

        Outcome outcome = post(delivery, "http://127.0.0.1:" + port + "/");

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isFalse();
    }

    @Test
    void a_name_that_does_not_resolve_was_sent_nothing() throws Exception {
        Outcome outcome = post(delivery, "http://no-such-host.invalid/");

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://127.0.0.1:%d/", "https://[::1]:%d/", "https://localhost:%d/", "https://2130706433:%d/"})
    @DisplayName("D18: an address that is not allowed is never connected to")
    void an_address_that_is_not_allowed_is_never_connected_to(String url) throws Exception {
        try (HttpDelivery strict = delivery(new WebhookAddresses(false))) {
            Outcome outcome = post(strict, url.formatted(server.getPort()));

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.received()).isFalse();
            assertThat(server.getRequestCount()).isZero();
        }
    }

    @Test
    @DisplayName("D18: a port that is not allowed is never connected to, even if the URL was accepted before")
    void a_port_that_is_not_allowed_is_never_connected_to_and_named() throws Exception {
        try (HttpDelivery strict = delivery(new WebhookAddresses(true, Set.of(443)))) {
            Outcome outcome = post(strict, url());

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.received()).isFalse();
            assertThat(outcome.reason()).contains("its URL uses port " + server.getPort(), "443");
            assertThat(server.getRequestCount()).isZero();
        }
    }

    @Test
    void what_another_instance_may_have_taken_over_is_not_sent_and_is_not_held_against_the_endpoint() throws Exception {
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        var unused = requireNonNull(delivery.tryAcquire(endpoint(url()), Lane.LIVE))
                .send(MESSAGE, () -> false, done::complete);

        Outcome outcome = done.get(10, TimeUnit.SECONDS);

        assertThat(outcome.result()).isEqualTo(Result.STALE);
        assertThat(outcome.received()).isFalse();
        assertThat(outcome.reason()).contains("another instance");
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void a_request_that_is_taken_over_midway_never_becomes_whole_and_stays_in_doubt() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Message large = new Message("msg_large", new byte[100_000], MESSAGE.contents());
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        var unused = requireNonNull(delivery.tryAcquire(endpoint(url()), Lane.LIVE))
                .send(large, () -> looks.incrementAndGet() < 5, done::complete);

        Outcome outcome = done.get(10, TimeUnit.SECONDS);

        assertThat(looks).hasValue(5);
        assertThat(outcome.result()).isEqualTo(Result.STALE);
        assertThat(outcome.received()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not a url", "http://", "http://user:pw@localhost/", "mailto:a@b"})
    void a_url_that_can_not_be_used_is_a_failure_like_any_other(String url) throws Exception {
        Outcome outcome = post(delivery, url);

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isFalse();
        assertThat(outcome.reason()).doesNotContain("pw");
    }

    @Test
    void each_outcome_is_reckoned_to_the_endpoint_before_it_is_told() throws Exception {
        server.enqueue(status(410).build());

        post();

        assertThat(endpoints.inFlight()).isZero();
        assertThat(delivery.tryAcquire(endpoint(url()), Lane.LIVE)).isNull();
    }

    @Test
    void a_permit_that_is_not_used_leaves_no_trace() {
        MessageDelivery.Permit permit = delivery.tryAcquire(endpoint(url()), Lane.LIVE);
        assertThat(delivery.tryAcquire(endpoint(url()), Lane.LIVE)).isNotNull();
        assertThat(delivery.tryAcquire(endpoint(url()), Lane.LIVE)).isNull();

        requireNonNull(permit).release();

        assertThat(delivery.tryAcquire(endpoint(url()), Lane.LIVE)).isNotNull();
    }

    @Test
    @DisplayName("D24: if a partner wants time between messages, tasks take turns")
    void tasks_take_turns_where_a_partner_wants_time_between_messages() {
        Endpoints paced = new Endpoints(
                new EndpointLimits(4, 64, EndpointLimits.SUSPEND_AFTER),
                new ManualClock(),
                new Backoff(new Random(1)),
                new HealthRecordsInMemory());
        Endpoint endpoint = new Endpoint("menuboard", url());
        WebhookSettings settings =
                WebhookSettings.newBuilder().setSecondsBetweenMessages(10).build();
        paced.configure(List.of(EndpointSettings.of(
                endpoint, WebhookControl.newBuilder().setSettings(settings).build(), true)));
        try (HttpDelivery process = delivery(paced, new WebhookAddresses(true))) {
            MessageDelivery one = process.ofOneTask();
            MessageDelivery other = process.ofOneTask();

            MessageDelivery.Permit permit = requireNonNull(one.tryAcquire(endpoint, Lane.LIVE));
            assertThat(other.tryAcquire(endpoint, Lane.LIVE)).isNull();
            permit.release();

            assertThat(one.tryAcquire(endpoint, Lane.LIVE)).isNull();
            assertThat(other.tryAcquire(endpoint, Lane.LIVE)).isNotNull();
        }
    }

    @Test
    void an_attempt_can_be_broken_off() throws Exception {
        server.enqueue(status(200).headersDelay(1, TimeUnit.MINUTES).build());
        CompletableFuture<Outcome> done = new CompletableFuture<>();

        MessageDelivery.Attempt attempt =
                requireNonNull(delivery.tryAcquire(endpoint(url()), Lane.LIVE)).send(MESSAGE, done::complete);
        taken();
        attempt.cancel();

        assertThat(done.get(TIMEOUT.toMillis() / 2, TimeUnit.MILLISECONDS).received())
                .isTrue();
    }

    @Test
    void a_delivery_that_stops_starts_nothing_and_ends_what_it_has() throws Exception {
        server.enqueue(status(200).headersDelay(300, TimeUnit.MILLISECONDS).build());
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        requireNonNull(delivery.tryAcquire(endpoint(url()), Lane.LIVE)).send(MESSAGE, done::complete);

        delivery.startNoMore();

        assertThat(delivery.tryAcquire(endpoint(url()), Lane.LIVE)).isNull();
        assertThat(done.get(5, TimeUnit.SECONDS).result()).isEqualTo(Result.ACCEPTED);
    }

    @Test
    @DisplayName("D26: endpoints that hang, however many, never hold up one that answers")
    void endpoints_that_hang_never_hold_up_one_that_answers() throws Exception {
        server.enqueue(status(200).build());
        server.enqueue(status(200).build());
        post();
        try (MockWebServer hanging = new MockWebServer()) {
            hanging.start();
            String url = hanging.url("/").toString();
            Endpoint answering = endpoint(url());
            List<Endpoint> all = use(Stream.concat(
                            Stream.of(answering),
                            IntStream.range(0, 100).mapToObj(i -> new Endpoint("hanging" + i, url)))
                    .toArray(Endpoint[]::new));
            for (Endpoint endpoint : all.subList(1, all.size())) {
                hanging.enqueue(status(200).headersDelay(1, TimeUnit.MINUTES).build());
                MessageDelivery.Permit permit = delivery.tryAcquire(endpoint, Lane.LIVE);
                if (permit != null) {
                    permit.send(MESSAGE, outcome -> {});
                }
            }
            await().until(() -> hanging.getRequestCount() == 32);

            long began = System.nanoTime();
            CompletableFuture<Outcome> done = new CompletableFuture<>();
            requireNonNull(delivery.tryAcquire(answering, Lane.LIVE)).send(MESSAGE, done::complete);
            assertThat(done.get(10, TimeUnit.SECONDS).result()).isEqualTo(Result.ACCEPTED);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(500));
        }
    }

    private Outcome post() throws Exception {
        return post(delivery, url());
    }

    private Outcome post(HttpDelivery delivery, String url) throws Exception {
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        requireNonNull(delivery.tryAcquire(endpoint(url), Lane.LIVE)).send(MESSAGE, done::complete);
        return done.get(10, TimeUnit.SECONDS);
    }

    private Endpoint endpoint(String url) {
        return use(new Endpoint("menuboard", url)).get(0);
    }

    private List<Endpoint> use(Endpoint... inUse) {
        endpoints.configure(Stream.of(inUse)
                .map(endpoint -> EndpointSettings.of(
                        endpoint, WebhookControl.newBuilder().build(), true))
                .toList());
        return List.of(inUse);
    }

    private String url() {
        return server.url("/hook?a=b").toString();
    }

    private RecordedRequest taken() throws InterruptedException {
        return requireNonNull(server.takeRequest(5, TimeUnit.SECONDS));
    }

    private static MockResponse.Builder status(int status) {
        return new MockResponse.Builder().code(status);
    }

    private HttpDelivery delivery(WebhookAddresses addresses) {
        return delivery(endpoints, addresses);
    }

    private HttpDelivery delivery(Endpoints endpoints, WebhookAddresses addresses) {
        return new HttpDelivery(
                endpoints,
                addresses,
                settings -> secrets,
                new CredentialTable(MasterKeys.another(), Duration.ofHours(24)),
                attempts::add,
                new HttpSettings(TIMEOUT, "partner-catalog/test"),
                64,
                InstantSource.system());
    }
}
