package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.Map;

/** What every response of the token endpoint has. */
final class TokenAnswers {

    private TokenAnswers() {}

    /** Checks everything that a response with a token has (D16, RFC 6749, section 5.1). */
    static void assertToken(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode answer = json(response);
        assertThat(answer.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("access_token", "token_type", "expires_in", "scope");
        assertThat(answer.path("token_type").asText()).isEqualTo("Bearer");
        assertThat(answer.path("expires_in").isInt()).isTrue();
        assertThat(answer.path("expires_in").asInt()).isEqualTo(3600);
        assertThat(answer.path("scope").asText()).isEqualTo("partner/read");
        assertNotStored(response);
    }

    /** Checks everything that RFC 6749, section 5.2, requires of an error. */
    static void assertRefused(HttpResponse<String> response, int status, String error) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        JsonNode answer = json(response);
        assertThat(answer.properties().stream().map(Map.Entry::getKey)).containsExactly("error", "error_description");
        assertThat(answer.path("error").asText()).isEqualTo(error);
        assertThat(answer.path("error_description").asText()).matches("[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.headers().firstValue("WWW-Authenticate").isPresent())
                .isEqualTo(status == 401);
        assertNotStored(response);
    }

    private static void assertNotStored(HttpResponse<String> response) {
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(response.headers().firstValue("Pragma")).hasValue("no-cache");
        assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
    }
}
