package dev.partnercatalog.webhook.delivery;

import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How messages are posted.
 *
 * @param timeout limit for one whole attempt, from resolving the name to the response
 * @param userAgent the header {@code User-Agent}
 * @param tracer records each attempt as a span; null: nothing is recorded
 */
public record HttpSettings(
        Duration timeout, String userAgent, @Nullable Tracer tracer) {

    /** Settings without tracing. */
    public HttpSettings(Duration timeout, String userAgent) {
        this(timeout, userAgent, null);
    }
}
