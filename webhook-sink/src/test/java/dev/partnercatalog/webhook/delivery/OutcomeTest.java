package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome.Result;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D26: what a response means")
class OutcomeTest {

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void every_2xx_is_success(int status) {
        assertThat(Outcome.answered(status, null).result()).isEqualTo(Result.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308, 399})
    void a_redirect_is_a_failure(int status) {
        Outcome outcome = Outcome.answered(status, null);
        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.reason()).contains("redirect");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 408, 425, 429, 500, 501, 502, 503, 504, 599, 600, 999})
    void these_speak_of_the_endpoint_and_not_of_the_message(int status) {
        assertThat(Outcome.answered(status, null).result()).isEqualTo(Result.FAILED);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 402, 405, 406, 409, 411, 413, 415, 418, 421, 422, 431, 451, 499})
    void every_other_4xx_refuses_the_message(int status) {
        assertThat(Outcome.answered(status, null).result()).isEqualTo(Result.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(ints = {410})
    void gone_closes_the_endpoint(int status) {
        assertThat(Outcome.answered(status, null).result()).isEqualTo(Result.GONE);
    }
}
