package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.secret.StaticHeader;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A partner sets the headers that its endpoint requires")
class WebhookAuthenticationTest {

    private static final String PATH = "/v1/partner/webhook/authentication";
    private static final String NOTHING = "{\"headers\":[]}";
    private static final String BODY = "{\"headers\": [{\"name\": \"X-Api-Key\", \"value\": \"s3cret-header\"}]}";

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void partner() {
        api.configurations.put("p1", true);
    }

    @Test
    void nothing_is_required_at_first() {
        assertThat(api.get(PATH).body()).isEqualTo(NOTHING);
    }

    @Test
    void headers_are_encrypted_before_they_leave_and_shown_without_values() {
        ApiAnswer answer = api.put(PATH, BODY);

        assertThat(answer.body()).isEqualTo("{\"headers\":[{\"name\":\"X-Api-Key\"}]}");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(api.get(PATH).body()).isEqualTo(answer.body());
        assertThat(api.commands.last().toString()).doesNotContain("s3cret");
        List<WebhookHeader> sent = api.commands.last().getWebhookControl().getHeaders();
        assertThat(StaticHeader.open(ApiHarness.MASTER_KEY, "p1", sent))
                .containsExactly(new StaticHeader("X-Api-Key", "s3cret-header"));
    }

    @Test
    void a_put_replaces_everything_and_a_delete_removes_everything() {
        api.put(PATH, BODY);

        assertThat(api.put(PATH, "{\"headers\": [{\"name\": \"X-Other\", \"value\": \"v\"}]}")
                        .body())
                .isEqualTo(NOTHING.replace("[]", "[{\"name\":\"X-Other\"}]"));
        assertThat(api.call(api.request(PATH)
                                .header("Authorization", ApiHarness.bearer())
                                .delete())
                        .body())
                .isEqualTo(NOTHING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"headers\": [{\"name\": \"Host\", \"value\": \"s3cret\"}]}",
                "{\"headers\": [{\"name\": \"X-A\", \"value\": \"s3cret\\r\\nX-B: c\"}]}",
                "{\"headers\": [{\"name\": \"X-A\", \"value\": [\"s3cret\"]}]}",
                "{\"headers\": [{\"name\": \"X-A\"}]}",
                "{\"headers\": null}",
                "{\"headers\": {\"X-A\": \"s3cret\"}}"
            })
    void invalid_headers_are_refused_and_not_shown(String body) {
        ApiAnswer answer = api.put(PATH, body);

        answer.error(ErrorCode.INVALID_REQUEST);
        if (!body.startsWith("{\"headers\": {")) {
            assertThat(answer.body()).doesNotContain("s3cr");
        }
        assertThat(api.commands.made).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"header\": null}",
                "{\"headers\": [], \"ed25519\": true}",
                "{\"headers\": [{\"name\": \"X-A\", \"value\": \"v\", \"secret\": true}]}"
            })
    void a_member_that_does_not_exist_is_refused_because_ignoring_it_would_turn_something_off(String body) {
        JsonNode error = api.put(PATH, body).error(ErrorCode.INVALID_REQUEST);

        assertThat(error.at("/body/violations/0/problem").asText()).contains("is not a member of this setting");
        assertThat(api.commands.made).isEmpty();
    }
}
