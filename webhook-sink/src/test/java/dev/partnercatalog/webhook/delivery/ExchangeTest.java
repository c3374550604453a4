package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is recorded of responses. */
class ExchangeTest {

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
}
