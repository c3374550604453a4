package dev.partnercatalog.webhook.delivery;

import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How messages are posted.
 *
 * @param timeout limit for one whole attempt, from resolving the name to the response
 * @param overdue after which time an attempt is given up, whatever it waits for
 * @param userAgent the header {@code User-Agent}
 * @param tracer records each attempt as a span; null: nothing is recorded
 */
public record HttpSettings(
        Duration timeout,
        Duration overdue,
        String userAgent,
        @Nullable Tracer tracer) {

    /** Far more than a busy machine adds to the time limit. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Gives an attempt up once it must have ended. */
    public HttpSettings(Duration timeout, String userAgent, @Nullable Tracer tracer) {
        this(timeout, timeout.plus(GRACE), userAgent, tracer);
    }

    /** Settings without tracing. */
    public HttpSettings(Duration timeout, String userAgent) {
        this(timeout, userAgent, null);
    }
}
