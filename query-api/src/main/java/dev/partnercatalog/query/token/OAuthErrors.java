package dev.partnercatalog.query.token;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.ProblemFormat;
import org.jspecify.annotations.Nullable;

/** Errors in the format of OAuth 2.0: {@code error} and {@code error_description}. */
final class OAuthErrors implements ProblemFormat {

    private record Body(
            String error, @JsonProperty("error_description") String description) {}

    @Override
    public byte[] body(HttpProblem problem, @Nullable String path) {
        return body(error(problem.code()), ascii(problem.message()));
    }

    // The description must be ASCII without quotes and backslashes (RFC 6749, section 5.2).
    static byte[] body(String error, String description) {
        return JsonOutput.of(new Body(error, description));
    }

    private static String error(ErrorCode code) {
        return switch (code.status()) {
            case 429, 503 -> "temporarily_unavailable";
            case 500 -> "server_error";
            default -> "invalid_request";
        };
    }

    private static String ascii(String text) {
        return text.replaceAll("[^\\x20-\\x7e]|[\"\\\\]", "?");
    }
}
