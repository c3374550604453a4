package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.secret.StaticHeader;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is never recorded of responses. */
class ExchangeSecretsTest {

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
}
