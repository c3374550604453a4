package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.ManualTime;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    private final ManualTime time = new ManualTime();

    @AutoClose
    private final ApiHarness api = new ApiHarness(new RateLimit(2, 5), time);

    @BeforeEach
    void partner() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11"));
    }

    @Test
    void D20_beyond_its_limit_a_client_gets_429_and_the_time_to_retry() {
        for (int i = 0; i < 5; i++) {
            assertThat(api.get("/v1/partner").status()).isEqualTo(200);
        }
        ApiAnswer answer = api.get("/v1/partner");
        answer.error(ErrorCode.RATE_LIMITED);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(limitHeaders(answer)).containsEntry("ratelimit", "\"client\";r=0;t=1");
        time.pass(Duration.ofSeconds(1));
        assertThat(api.get("/v1/partner").status()).isEqualTo(200);
        assertThat(api.get("/v1/partner").status()).isEqualTo(200);
        api.get("/v1/partner").error(ErrorCode.RATE_LIMITED);
    }

    @Test
    void D20_the_limit_is_each_client_s_own_over_all_operations() {
        api.client("c2", "p1", true);
        for (int i = 0; i < 5; i++) {
            api.get("/v1/1/location/11");
        }
        api.get("/v1/partner").error(ErrorCode.RATE_LIMITED);
        String other = "Bearer " + TestTokens.of("c2", ApiHarness.NOW);
        assertThat(api.call(api.request("/v1/partner").header("Authorization", other))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void every_response_to_a_valid_token_shows_what_is_left() {
        assertThat(limitHeaders(api.get("/v1/partner")))
                .isEqualTo(Map.of(
                        "ratelimit", "\"client\";r=4;t=1",
                        "ratelimit-policy", "\"client\";q=5;w=3"));
        ApiAnswer refused = api.get("/v1/2/location/2");
        refused.error(ErrorCodes.COMPANY_NOT_ALLOWED);
        assertThat(limitHeaders(refused)).containsEntry("ratelimit", "\"client\";r=3;t=1");
        ApiAnswer outOfForm = api.post("/v1/1/variants/batch-get", "{");
        outOfForm.error(ErrorCode.INVALID_REQUEST);
        assertThat(limitHeaders(outOfForm)).containsEntry("ratelimit", "\"client\";r=2;t=2");
    }

    @Test
    void invalid_tokens_from_one_address_get_429_after_a_while_and_learn_nothing_about_limits() {
        for (int i = 0; i < 5; i++) {
            ApiAnswer answer = api.call(api.request("/v1/partner").header("Authorization", "Bearer a.b.c"));
            answer.error(ErrorCode.UNAUTHENTICATED);
            assertThat(limitHeaders(answer)).isEmpty();
        }
        ApiAnswer bad = api.call(api.request("/v1/partner").header("Authorization", "Bearer a.b.c"));
        bad.error(ErrorCode.RATE_LIMITED);
        assertThat(bad.header("Retry-After")).isEqualTo("1");
        assertThat(limitHeaders(bad)).isEmpty();
        api.call(api.request("/v1/partner")).error(ErrorCode.RATE_LIMITED);
        assertThat(api.get("/v1/partner").status())
                .as("a good token from the same address")
                .isEqualTo(200);
    }

    @Test
    void health_is_not_limited() {
        for (int i = 0; i < 20; i++) {
            assertThat(api.call(api.request("/v1/service/health")).status()).isEqualTo(200);
        }
    }

    @Test
    void without_a_limit_nothing_is_refused_and_no_header_sent() {
        try (ApiHarness unlimited = new ApiHarness(RateLimit.NONE, time)) {
            unlimited.configurations.put("p1", true);
            for (int i = 0; i < 50; i++) {
                ApiAnswer answer = unlimited.get("/v1/partner");
                assertThat(answer.status()).isEqualTo(200);
                assertThat(limitHeaders(answer)).isEmpty();
            }
        }
    }

    @Test
    void a_limit_out_of_range_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(-1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(1, 0));
    }

    private static Map<String, String> limitHeaders(ApiAnswer answer) {
        Map<String, String> headers = new TreeMap<>();
        answer.headers().forEach((name, values) -> {
            if (name.startsWith("ratelimit")) {
                headers.put(name, String.join(", ", values));
            }
        });
        return headers;
    }
}
