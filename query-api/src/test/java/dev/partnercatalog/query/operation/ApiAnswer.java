package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A response of the API, with its body already read. */
record ApiAnswer(int status, Map<String, List<String>> headers, String body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nullable
    String header(String name) {
        List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null ? null : String.join(", ", values);
    }

    /** Checks that this is an error that satisfies D20 and D21, and returns its body. */
    JsonNode error(ErrorCode code) {
        assertThat(status).as(body).isEqualTo(code.status());
        JsonNode error = json();
        assertThat(error.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("body", "code", "errorCode", "message", "suggestion", "title");
        assertThat(error.path("errorCode").asText()).isEqualTo(code.name());
        assertThat(error.path("code").asInt()).isEqualTo(status);
        assertThat(error.path("message").asText()).isNotBlank();
        assertThat(error.path("suggestion").asText()).isNotBlank();
        assertThat(error.path("title").asText()).isEqualTo(code.title());
        assertThat(error.path("body").isObject()).isTrue();
        assertThat(error.at("/body/violations").isEmpty())
                .isEqualTo(status != 400 && !code.equals(ErrorCodes.CHANGE_NOT_ALLOWED));
        assertThat(header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(header("X-Request-Id")).isNotBlank();
        assertThat(header("Link"))
                .endsWith(
                        "/docs/errors#" + code.name().toLowerCase(Locale.ROOT) + ">; rel=\"help\"; type=\"text/html\"");
        assertThat(header("Content-Type")).isEqualTo("application/json");
        return error;
    }
}
