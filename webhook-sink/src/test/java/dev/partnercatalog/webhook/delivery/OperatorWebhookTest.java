package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.SECRET;
import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import dev.partnercatalog.webhook.delivery.Outcome.Result;
import dev.partnercatalog.webhook.message.Message;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperatorWebhookTest {

    private static final Message MESSAGE = new Message(
            "msg_1",
            "{\"type\":\"endpoint.failing\"}".getBytes(StandardCharsets.UTF_8),
            Message.Contents.changes(0, 0));

    private final PartnerServer server = new PartnerServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_message_is_posted_to_a_private_address_by_plain_http_and_verified_by_a_library() throws Exception {
        server.answer(204);

        assertThat(post(URI.create(server.url("/alerts?team=a"))).result()).isEqualTo(Result.ACCEPTED);

        RecordedRequest request = server.taken();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getTarget()).isEqualTo("/alerts?team=a");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.getHeaders().get("webhook-id")).isEqualTo("msg_1");
        new Webhook(SECRET)
                .verify(
                        requireNonNull(request.getBody()).utf8(),
                        request.getHeaders().toMultimap());
    }

    @Test
    void a_redirect_is_not_followed() throws Exception {
        server.answer(status(307).addHeader("Location", server.url("/elsewhere")));

        Outcome outcome = post(URI.create(server.url("/alerts")));

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.reason()).contains("redirect");
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void what_asks_for_a_pause_gets_it_and_is_not_asked_again_at_once() throws Exception {
        server.answer(status(503).addHeader("Retry-After", "7"));

        Outcome outcome = post(URI.create(server.url("/alerts")));

        assertThat(outcome.retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void an_answer_that_does_not_come_ends_the_attempt_and_may_have_been_received() {
        server.answer(status(200).onResponseStart(SocketEffect.Stall.INSTANCE));

        Outcome outcome = post(URI.create(server.url("/alerts")));

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isTrue();
        assertThat(outcome.reason()).contains("timed out");
    }

    @Test
    void what_follows_the_head_of_a_response_changes_nothing() {
        for (String head : List.of(
                "204 x\r\nContent-Length: 2", "200 OK\r\nContent-Length: -7", "200 OK\r\nRetry-After: \u00e9")) {
            try (RawEndpoint broken = new RawEndpoint("HTTP/1.1 " + head + "\r\n\r\nok")) {
                assertThat(post(URI.create(broken.url())).result()).as(head).isEqualTo(Result.ACCEPTED);
            }
        }
        try (RawEndpoint broken = new RawEndpoint("HTTP/1.1 -10 x\r\n\r\n")) {
            assertThat(post(URI.create(broken.url())).result()).isEqualTo(Result.FAILED);
        }
    }

    @Test
    void where_nobody_listens_nothing_was_received() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        Outcome outcome = post(URI.create("http://127.0.0.1:" + port + "/"));

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isFalse();
    }

    @Test
    void another_scheme_is_refused() {
        assertThatThrownBy(() -> webhook(URI.create("ftp://example.com/")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be http or https");
    }

    private static Outcome post(URI url) {
        try (OperatorWebhook webhook = webhook(url)) {
            return webhook.post(MESSAGE);
        }
    }

    private static OperatorWebhook webhook(URI url) {
        return new OperatorWebhook(
                url, SECRET, new HttpSettings(Duration.ofSeconds(1), "partner-catalog/test"), InstantSource.system());
    }
}
