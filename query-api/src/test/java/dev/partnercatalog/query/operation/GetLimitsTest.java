package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.limit.ManualTime;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.query.contract.ErrorCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GetLimitsTest {

    private final ApiHarness api = new ApiHarness(new RateLimit(7, 9), new ManualTime());

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void the_limits_are_those_to_which_the_service_holds_its_callers() {
        JsonNode limits = api.get("/v1/limits").json();

        assertThat(limits.path("requestsPerSecond").asInt()).isEqualTo(7);
        assertThat(limits.path("requestsAtOnce").asInt()).isEqualTo(9);
        assertThat(limits.path("identifiersPerBatch").asInt()).isEqualTo(ApiHarness.MAX_BATCH);
        assertThat(limits.path("bytesPerBody").asInt()).isEqualTo(ApiHarness.MAX_BODY_BYTES);
        assertThat(limits.path("bytesPerPartner").asInt()).isEqualTo(16 << 20);
        assertThat(limits.path("cursorSeconds").asLong()).isEqualTo(ApiHarness.RETENTION.toSeconds());
        api.configurations.put("p1", true, InMemoryConfigurations.company("7", "70"));
        int page = limits.path("recordsPerPage").asInt();
        assertThat(api.get("/v1/7/variants?limit=" + page).status()).isEqualTo(200);
        api.get("/v1/7/variants?limit=" + (page + 1)).error(ErrorCode.INVALID_REQUEST);
        assertThat(limits.path("recordsPerMessage").asInt()).isEqualTo(100);
    }

    @Test
    void without_a_limit_of_requests_there_are_no_such_members() {
        try (ApiHarness unlimited = new ApiHarness(RateLimit.NONE, new ManualTime())) {
            assertThat(unlimited.get("/v1/limits").json().has("requestsPerSecond"))
                    .isFalse();
        }
    }

    @Test
    void D16_it_needs_a_token() {
        api.call(api.request("/v1/limits")).error(ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void D16_a_disabled_partner_gets_none() {
        api.configurations.put("p1", false, InMemoryConfigurations.company("7", "70"));
        api.get("/v1/limits").error(ErrorCodes.PARTNER_DISABLED);
    }

    @Test
    void the_page_for_partners_explains_each_of_them() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "partners", "limits.md"));

        api.get("/v1/limits")
                .json()
                .fieldNames()
                .forEachRemaining(name -> assertThat(page).contains("| `" + name + "` |"));
    }
}
