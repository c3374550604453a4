package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.operation.ApiRoutes.HealthStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GetHealthTest {

    private final ApiHarness api = new ApiHarness();

    @AfterEach
    void close() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({"UP, 200", "DEGRADED, 200", "DOWN, 503"})
    void D22_health_shows_the_status_of_the_service_and_the_time(HealthStatus health, int status) {
        api.health = health;
        ApiAnswer answer = api.call(api.request("/v1/service/health"));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body())
                .isEqualTo("{\"status\":\"" + health + "\",\"timestamp\":" + ApiHarness.NOW.toEpochMilli() + "}");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
    }

    @Test
    void D16_health_needs_no_token() {
        assertThat(api.call(api.request("/v1/service/health").header("Authorization", "Bearer nonsense"))
                        .status())
                .isEqualTo(200);
    }
}
