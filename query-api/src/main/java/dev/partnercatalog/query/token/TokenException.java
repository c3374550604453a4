package dev.partnercatalog.query.token;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.partnercatalog.runtime.http.JsonOutput;
import java.util.Locale;

/**
 * A refused token request (RFC 6749, section 5.2). This is an ordinary outcome, so it has no stack trace. The
 * descriptions are fixed: nothing from the request is repeated.
 */
final class TokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The errors of a token request; in lower case in responses. */
    enum TokenError {
        INVALID_REQUEST(400),
        INVALID_CLIENT(401),
        UNSUPPORTED_GRANT_TYPE(400),
        INVALID_SCOPE(400);

        private final int status;

        TokenError(int status) {
            this.status = status;
        }

        int status() {
            return status;
        }

        /** An exception that says what was wrong, in ASCII without quotes and backslashes. */
        TokenException because(String description) {
            return new TokenException(this, description);
        }
    }

    private record Body(
            String error, @JsonProperty("error_description") String description) {}

    private final TokenError error;
    private final String description;

    private TokenException(TokenError error, String description) {
        super(description, null, false, false);
        this.error = error;
        this.description = description;
    }

    TokenError error() {
        return error;
    }

    /** What was wrong, in words. */
    String description() {
        return description;
    }

    byte[] body() {
        return body(error.name().toLowerCase(Locale.ROOT), description);
    }

    /** An error in the format of OAuth 2.0, whose description is ASCII without quotes and backslashes. */
    static byte[] body(String error, String description) {
        return JsonOutput.of(new Body(error, description));
    }
}
