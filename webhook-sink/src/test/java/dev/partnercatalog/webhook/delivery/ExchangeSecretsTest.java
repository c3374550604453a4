package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.secret.StaticHeader;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is never recorded of requests and responses. */
class ExchangeSecretsTest {

    private static final List<StaticHeader> HEADERS =
            List.of(new StaticHeader("Authorization", "Basic dXNlcjpwYXNz"), new StaticHeader("X-Api-Key", "k/e y=1"));

    private final PartnerServer server = new PartnerServer();
    private final RecordedExchanges recorded = new RecordedExchanges(server);

    @AfterEach
    void stop() {
        recorded.close();
        server.close();
    }

    @Test
    void of_what_an_endpoint_requires_only_the_names_are_recorded() throws Exception {
        server.answer(500);

        WebhookExchange exchange = recorded.exchange(HEADERS, "{}");

        assertThat(exchange.getRequestHeaders())
                .contains(
                        new HttpHeader("Authorization", "…"),
                        new HttpHeader("X-Api-Key", "…"),
                        new HttpHeader("webhook-signature", "…"));
        assertHasNoSecret(exchange);
    }

    @Test
    void what_an_endpoint_repeats_of_a_request_is_recorded_without_its_secrets() throws Exception {
        server.answer(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                MockResponse.Builder response = status(400);
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

        WebhookExchange exchange = recorded.exchange(HEADERS, "{}");

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
    void a_secret_across_the_end_of_the_recorded_part_is_not_recorded_in_part() throws Exception {
        server.answer(status(400).body("x".repeat(1_020) + "Basic dXNlcjpwYXNz"));
        server.answer(status(400).body("sent: Basic dXNlcjpwYXNz").throttleBody(20, 1, TimeUnit.HOURS));

        assertThat(recorded.exchange(HEADERS, "{}").getResponseBody()).isEqualTo("x".repeat(1_020) + "…");
        assertThat(recorded.exchange(HEADERS, "{}").getResponseBody()).isEqualTo("sent: …");
    }

    private static void assertHasNoSecret(WebhookExchange exchange) {
        assertThat(exchange.toString())
                .doesNotContain(
                        "dXNlcjpwYXNz", "k/e y=1", "k\\\\/e", "t0ken", "s3ssion", "my-hook", "0123456789abcdef", "v1,");
    }
}
