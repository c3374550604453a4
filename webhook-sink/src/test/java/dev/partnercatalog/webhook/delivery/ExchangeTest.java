package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static dev.partnercatalog.webhook.delivery.RecordedExchanges.VARIANTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.WebhookExchange;
import java.time.Duration;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is recorded of requests and responses. */
class ExchangeTest {

    private final PartnerServer server = new PartnerServer();
    private final RecordedExchanges recorded = new RecordedExchanges(server);

    @AfterEach
    void stop() {
        recorded.close();
        server.close();
    }

    @Test
    void the_request_and_the_response_of_a_failed_attempt_are_recorded() throws Exception {
        server.answer(status(503)
                .addHeader("Retry-After", "7")
                .addHeaderLenient("X-Reason", "b\u0001usy")
                .body("bu\u0007sy\r\nfor a while \u00e9"));

        WebhookExchange exchange = recorded.exchange(List.of(), "{\"type\":\"x\"}");

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
    void headers_and_bodies_are_cut_between_characters() throws Exception {
        MockResponse.Builder response = status(400).body("é" + "🌿".repeat(100_000));
        for (int i = 0; i < 100; i++) {
            response.addHeader("n" + i, "v".repeat(i < 10 ? 1_000 : 1));
        }
        server.answer(response);

        WebhookExchange exchange = recorded.exchange(List.of(), "{\"é\":\"" + "🌿".repeat(1_000) + "\"}");

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
        MockResponse.Builder response = status(400);
        for (int i = 0; i < 100; i++) {
            response.addHeader("n" + i, "v");
        }
        server.answer(response);

        assertThat(recorded.exchange(List.of(), "{}").getResponseHeaders()).hasSize(30);
    }

    @Test
    void an_attempt_without_a_response_has_only_a_request() throws Exception {
        server.answer(status(200).onRequestStart(new SocketEffect.CloseSocket()));

        WebhookExchange exchange = recorded.exchange(List.of(), "{}");

        assertThat(exchange.getRequestBody()).isEqualTo("{}");
        assertThat(exchange.getHttpStatus()).isNull();
        assertThat(exchange.getResponseHeaders()).isEmpty();
    }

    @Test
    void of_accepted_attempts_one_a_second_is_recorded_and_of_others_every_one() throws Exception {
        for (int i = 0; i < 3; i++) {
            server.answer(204);
            recorded.send(List.of(), "{}");
        }
        await().untilAsserted(() -> assertThat(recorded.all()).hasSize(1));
        for (int i = 0; i < 3; i++) {
            server.answer(422);
            recorded.send(List.of(), "{}");
        }
        await().untilAsserted(() -> assertThat(recorded.all()).hasSize(4));
        recorded.ahead = Duration.ofSeconds(2);
        server.answer(204);
        recorded.send(List.of(), "{}");
        await().untilAsserted(() -> assertThat(recorded.all())
                .extracting(WebhookExchange::getHttpStatus)
                .containsExactly(204, 422, 422, 422, 204));
    }

    @Test
    void an_attempt_that_shows_nothing_about_the_endpoint_leaves_no_exchange() throws Exception {
        assertThat(recorded.send(List.of(), "{}", () -> false).result()).isEqualTo(Outcome.Result.STALE);
        server.answer(500);

        assertThat(recorded.exchange(List.of(), "{}").getHttpStatus()).isEqualTo(500);
        assertThat(recorded.all()).hasSize(1);
    }
}
