package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.SECRET;
import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.standardwebhooks.Webhook;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.MasterKeyInTest;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is sent, what is logged of it, and what stops it. */
class HttpDeliveryTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final PartnerServer server = new PartnerServer();
    private final Endpoint endpoint = new Endpoint("menuboard", server.url());
    private final List<WebhookAttempt> attempts = new CopyOnWriteArrayList<>();
    private final MasterKey masterKey = MasterKeyInTest.another();
    private List<String> secrets = List.of(SECRET);
    private final AwaitedDelivery delivery = new AwaitedDelivery(setup -> {
        setup.timeout = TIMEOUT;
        setup.secrets = () -> secrets;
        setup.masterKey = masterKey;
        setup.log = attempts::add;
    });

    HttpDeliveryTest() {
        delivery.use(endpoint);
    }

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    @DisplayName("D25: a message is posted as in Standard Webhooks, and a library verifies it")
    void a_message_is_posted_signed() throws Exception {
        server.answer(204);

        Outcome outcome = delivery.send(endpoint, MESSAGE);

        assertThat(outcome.result()).isEqualTo(Result.ACCEPTED);
        assertThat(outcome.status()).isEqualTo(204);
        RecordedRequest request = server.taken();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getTarget()).isEqualTo("/hook?a=b");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.getHeaders().get("User-Agent")).isEqualTo("partner-catalog/test");
        assertThat(request.getHeaders().get("webhook-id")).isEqualTo("msg_1");
        assertThat(Long.parseLong(requireNonNull(request.getHeaders().get("webhook-timestamp"))))
                .isCloseTo(Instant.now().getEpochSecond(), within(60L));
        assertThat(request.getHeaders().values("webhook-signature")).hasSize(1);
        verify(SECRET, request);
    }

    @Test
    @DisplayName("D27: during a rotation both secrets sign, in one value of the header, and a library accepts either")
    void while_secrets_change_both_sign() throws Exception {
        String newer = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
        secrets = List.of(newer, SECRET);
        server.answer(200);

        delivery.send(endpoint, MESSAGE);

        RecordedRequest request = server.taken();
        assertThat(request.getHeaders().values("webhook-signature"))
                .singleElement()
                .satisfies(value -> assertThat(value).matches("v1,\\S+ v1,\\S+"));
        for (String secret : secrets) {
            verify(secret, request);
        }
    }

    @Test
    void every_attempt_is_logged_as_it_ended() throws Exception {
        server.answer(200);
        server.answer(422);
        server.answer(status(302).addHeader("Location", "/"));

        delivery.send(endpoint, MESSAGE);
        delivery.send(endpoint, MESSAGE);
        delivery.send(endpoint, MESSAGE);
        delivery.post(at("http://user:secret@localhost/"), MESSAGE);

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

    @Test
    void each_outcome_is_reckoned_to_the_endpoint_before_it_is_told() throws Exception {
        server.answer(410);

        delivery.send(endpoint, MESSAGE);

        assertThat(delivery.endpoints().inFlight()).isZero();
        assertThat(delivery.tryAcquire(endpoint)).isNull();
    }

    @Test
    void a_permit_that_is_not_used_leaves_no_trace() {
        MessageDelivery.Permit permit = delivery.tryAcquire(endpoint);
        assertThat(delivery.tryAcquire(endpoint)).isNotNull();
        assertThat(delivery.tryAcquire(endpoint)).isNull();

        requireNonNull(permit).release();

        assertThat(delivery.tryAcquire(endpoint)).isNotNull();
    }

    @Test
    void what_another_instance_may_have_taken_over_is_not_sent_and_is_not_held_against_the_endpoint() throws Exception {
        Outcome outcome = delivery.send(endpoint, MESSAGE, () -> false);

        assertThat(outcome.result()).isEqualTo(Result.STALE);
        assertThat(outcome.received()).isFalse();
        assertThat(outcome.reason()).contains("another instance");
        assertThat(server.requests()).isZero();
    }

    @Test
    void a_request_that_is_taken_over_midway_never_becomes_whole_and_stays_in_doubt() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Message large = new Message("msg_large", new byte[100_000], MESSAGE.contents());
        Outcome outcome = delivery.send(endpoint, large, () -> looks.incrementAndGet() < 5);

        assertThat(looks).hasValue(5);
        assertThat(outcome.result()).isEqualTo(Result.STALE);
        assertThat(outcome.received()).isTrue();
    }

    @Test
    void an_attempt_can_be_broken_off() throws Exception {
        server.answer(status(200).headersDelay(5, TimeUnit.MINUTES));
        CompletableFuture<Outcome> done = new CompletableFuture<>();

        MessageDelivery.Attempt attempt =
                requireNonNull(delivery.tryAcquire(endpoint)).send(MESSAGE, done::complete);
        server.taken();
        attempt.cancel();

        assertThat(done.get(1, TimeUnit.MINUTES).received()).isTrue();
    }

    @Test
    void a_delivery_that_stops_starts_nothing_and_ends_what_it_has() throws Exception {
        server.answer(status(200).headersDelay(300, TimeUnit.MILLISECONDS));
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        requireNonNull(delivery.tryAcquire(endpoint)).send(MESSAGE, done::complete);

        delivery.endpoints().startNoMore();

        assertThat(delivery.tryAcquire(endpoint)).isNull();
        assertThat(done.get(1, TimeUnit.MINUTES).result()).isEqualTo(Result.ACCEPTED);
    }

    private static void verify(String secret, RecordedRequest request) throws Exception {
        String body = requireNonNull(request.getBody()).utf8();
        new Webhook(secret).verify(body, request.getHeaders().toMultimap());
    }

    private static Endpoint at(String url) {
        return new Endpoint("menuboard", url);
    }

    @Test
    void headers_that_an_endpoint_requires_are_sent_as_they_were_set() throws Exception {
        server.answer(200);

        delivery.configure(AwaitedDelivery.settings(
                endpoint,
                masterKey,
                List.of(new StaticHeader("Authorization", "Basic dTpw"), new StaticHeader("X-Api-Key", "a b"))));
        delivery.send(endpoint, MESSAGE);

        RecordedRequest request = server.taken();
        assertThat(request.getHeaders().values("Authorization")).containsExactly("Basic dTpw");
        assertThat(request.getHeaders().values("X-Api-Key")).containsExactly("a b");
    }

    @Test
    void headers_under_another_master_key_fail_their_own_webhook_alone() throws Exception {
        server.answer(200);
        List<StaticHeader> header = List.of(new StaticHeader("X-Api-Key", "s3cret"));
        Endpoint closed = new Endpoint("closed", server.url());
        Endpoint open = new Endpoint("open", server.url());

        delivery.configure(
                AwaitedDelivery.settings(closed, MasterKeyInTest.another(), header),
                AwaitedDelivery.settings(open, masterKey, header));
        Outcome failed = delivery.send(closed, MESSAGE);
        Outcome accepted = delivery.send(open, MESSAGE);

        assertThat(failed.result()).isEqualTo(Outcome.Result.FAILED);
        assertThat(failed.received()).isFalse();
        assertThat(failed.reason())
                .isEqualTo("its authentication can't be used: not encrypted under this master key, or changed since");
        assertThat(accepted.result()).isEqualTo(Outcome.Result.ACCEPTED);
    }

    @Test
    @DisplayName("D27: the first secret signs alone")
    void the_first_secret_signs_alone() {
        assertThat(secrets(WebhookControl.newBuilder().build(), Instant.EPOCH))
                .containsExactly(masterKey.webhookSecret("p", 0));
    }

    @Test
    @DisplayName("D27: for a day after a rotation the previous secret also signs, and then no longer")
    void for_a_day_both_sign() {
        WebhookControl control = WebhookControl.newBuilder().build();
        control.setSecretGeneration(3);
        control.setSecretRotatedAt(0L);
        String newer = masterKey.webhookSecret("p", 3);

        assertThat(secrets(control, Instant.EPOCH)).containsExactly(newer, masterKey.webhookSecret("p", 2));
        assertThat(secrets(control, Instant.EPOCH.plus(Duration.ofDays(1)).minusMillis(1)))
                .hasSize(2);
        assertThat(secrets(control, Instant.EPOCH.plus(Duration.ofDays(1)))).containsExactly(newer);
    }

    private List<String> secrets(WebhookControl control, Instant now) {
        return new EndpointSettings(new Endpoint("p", "https://p.example/"), control, true)
                .secrets(masterKey, Duration.ofDays(1), now);
    }
}
