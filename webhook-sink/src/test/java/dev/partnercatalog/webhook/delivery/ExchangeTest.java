package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.MasterKeyInTest;
import dev.partnercatalog.runtime.secret.StaticHeader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is recorded of responses, and what never is. */
class ExchangeTest {

    private static final List<String> SECRETS = List.of("k3y/\"+=", "longer k3y/\"+= of all");
    private static final List<StaticHeader> HEADERS =
            List.of(new StaticHeader("Authorization", "Basic dXNlcjpwYXNz"), new StaticHeader("X-Api-Key", "k/e y=1"));

    private final PartnerServer server = new PartnerServer();
    private final RecordedAttempts recorded = new RecordedAttempts(server);

    @AfterEach
    void stop() {
        recorded.close();
        server.close();
    }

    @Test
    void the_response_to_a_failed_attempt_is_recorded_without_controls() throws Exception {
        server.answer(status(503).body("bu\u0007sy\r\nfor a while \u00e9"));

        assertThat(recorded.response(List.of())).isEqualTo("busy\nfor a while \u00e9");
    }

    @Test
    void the_first_kilobyte_is_recorded_cut_between_characters() throws Exception {
        server.answer(status(400).body("é" + "🌿".repeat(100_000)));

        assertThat(recorded.response(List.of())).isEqualTo("é" + "🌿".repeat(255));
    }

    @Test
    void an_attempt_without_a_response_has_none() throws Exception {
        server.answer(status(200).onRequestStart(new SocketEffect.CloseSocket()));

        assertThat(recorded.response(List.of())).isEmpty();
    }

    @Test
    void of_accepted_attempts_the_response_of_one_a_second_is_recorded_and_of_others_each() throws Exception {
        send(200, 200, 200, 422, 422);
        recorded.ahead = Duration.ofSeconds(2);
        send(200);

        assertThat(recorded.responses()).containsExactly("200", "", "", "422", "422", "200");
    }

    private void send(int... statuses) throws Exception {
        for (int status : statuses) {
            server.answer(status(status).body("" + status));
            var unused = recorded.send(List.of());
        }
    }

    @Test
    void an_attempt_that_shows_nothing_about_the_endpoint_has_no_response() throws Exception {
        assertThat(recorded.send(List.of(), () -> false).result()).isEqualTo(Outcome.Result.STALE);

        assertThat(recorded.responses()).containsExactly("");
    }

    @Test
    void what_an_endpoint_repeats_of_a_request_is_recorded_without_its_secrets() throws Exception {
        server.answer(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                StringBuilder headers = new StringBuilder();
                request.getHeaders().forEach(header -> {
                    headers.append(header.getFirst())
                            .append(": ")
                            .append(header.getSecond())
                            .append('\n');
                });
                return status(400)
                        .body("POST " + request.getTarget() + "\nno hook 0123456789abcdef\n" + headers
                                + "{\"key\": \"k\\/e y\\u003d1\"}")
                        .build();
            }
        });

        String response = recorded.response(HEADERS);

        assertThat(response)
                .startsWith("POST …?token=…&…\nno hook …\n")
                .contains("Authorization: …\n", "webhook-id: msg_1\n", "{\"key\": \"…\"}");
        assertHasNoSecret(response);
    }

    @Test
    void a_secret_across_the_end_of_the_recorded_part_is_not_recorded_in_part() throws Exception {
        server.answer(status(400).body("x".repeat(1_020) + "Basic dXNlcjpwYXNz"));
        server.answer(status(400).body("sent: Basic dXNlcjpwYXNz").throttleBody(20, 1, TimeUnit.HOURS));

        assertThat(recorded.response(HEADERS)).isEqualTo("x".repeat(1_020) + "…");
        assertThat(recorded.response(HEADERS)).isEqualTo("sent: …");
    }

    private static void assertHasNoSecret(String response) {
        assertThat(response)
                .doesNotContain("dXNlcjpwYXNz", "k/e y=1", "k\\\\/e", "t0ken", "my-hook", "0123456789abcdef", "v1,");
    }

    @Test
    void a_secret_is_removed_wherever_it_is_and_however_it_is_escaped() {
        assertThat(removed("k3y/\"+=")).isEqualTo("…");
        assertThat(removed("a k3y/\"+=, twice: k3y/\"+=!")).isEqualTo("a …, twice: …!");
        assertThat(removed("{\"key\": \"K3Y\\/\\\"\\u002b=\"}")).isEqualTo("{\"key\": \"…\"}");
        assertThat(removed("?key=k3y%2F%22%2b%3D&more")).isEqualTo("?key=…&more");
        assertThat(removed("it is longer k3y/\"+= of all")).isEqualTo("it is …");
    }

    @Test
    void everything_else_stays() {
        for (String text : List.of("", "k3y/\"+", "k3 y/\"+=", "\\", "%", "\\u", "100%", "héllo 🌿 \\u002b")) {
            assertThat(removed(text)).isEqualTo(text);
        }
    }

    @Test
    void a_secret_that_the_end_of_a_cut_text_breaks_off_is_removed_too() {
        assertThat(Exchange.without(SECRETS, "it is longer k3y/\"", true)).isEqualTo("it is …");
        assertThat(Exchange.without(SECRETS, "it is k3y%2F", true)).isEqualTo("it is …");
    }

    private static String removed(String text) {
        return Exchange.without(SECRETS, text, false);
    }

    /** What a delivery records of its attempts at a partner's server, whose URL contains a secret. */
    private static final class RecordedAttempts implements AutoCloseable {

        private final MasterKey masterKey = MasterKeyInTest.another();
        private final List<WebhookAttempt> attempts = new CopyOnWriteArrayList<>();
        private final Endpoint endpoint;

        /** How far the clock is ahead. */
        volatile Duration ahead = Duration.ZERO;

        private final AwaitedDelivery delivery = new AwaitedDelivery(setup -> {
            setup.masterKey = masterKey;
            setup.log = attempts::add;
            setup.clock = () -> Instant.now().plus(ahead);
        });

        RecordedAttempts(PartnerServer server) {
            this.endpoint = new Endpoint("p", server.url("/my-hook/0123456789abcdef?token=t0ken&flag"));
        }

        /** What was recorded of the responses. */
        List<String> responses() {
            return attempts.stream().map(WebhookAttempt::getResponseBody).toList();
        }

        /** Sends a message, and returns what was recorded of the response. */
        String response(List<StaticHeader> headers) throws Exception {
            var unused = send(headers);
            return attempts.get(attempts.size() - 1).getResponseBody();
        }

        Outcome send(List<StaticHeader> headers) throws Exception {
            return send(headers, () -> true);
        }

        /** An attempt is recorded before its outcome is known here. */
        Outcome send(List<StaticHeader> headers, BooleanSupplier ours) throws Exception {
            delivery.configure(AwaitedDelivery.settings(endpoint, masterKey, headers));
            Message message =
                    new Message("msg_1", "{}".getBytes(StandardCharsets.UTF_8), Message.Contents.changes(1, 0));
            // Unlike anything else, a ping goes through whatever the endpoint answered before.
            CompletableFuture<Outcome> done = new CompletableFuture<>();
            requireNonNull(delivery.endpoints().tryPing(endpoint, false, 0))
                    .send(message, new MessageDelivery.Terms(true, null, ours), done::complete);
            return done.get(1, TimeUnit.MINUTES);
        }

        @Override
        public void close() {
            delivery.close();
        }
    }
}
