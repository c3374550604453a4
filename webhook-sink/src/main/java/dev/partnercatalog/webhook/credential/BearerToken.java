package dev.partnercatalog.webhook.credential;

import java.time.Instant;

/**
 * A bearer token.
 *
 * @param obtainedAt when it was requested
 * @param useUntil shortly before it expires
 */
public record BearerToken(String value, Instant obtainedAt, Instant useUntil) {

    /** The value is a secret. */
    @Override
    public String toString() {
        return "AccessToken[until " + useUntil + "]";
    }
}
