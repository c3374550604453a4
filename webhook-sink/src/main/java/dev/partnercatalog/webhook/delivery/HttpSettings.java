package dev.partnercatalog.webhook.delivery;

import java.time.Duration;

/**
 * How messages are posted.
 *
 * @param timeout limit for one whole attempt, from resolving the name to the response
 * @param overdue after which time an attempt is given up, whatever it waits for
 * @param userAgent the header {@code User-Agent}
 */
public record HttpSettings(Duration timeout, Duration overdue, String userAgent) {

    /** Far more than a busy machine adds to the time limit. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Gives an attempt up once it must have ended. */
    public HttpSettings(Duration timeout, String userAgent) {
        this(timeout, timeout.plus(GRACE), userAgent);
    }
}
