package dev.partnercatalog.webhook.delivery;

import java.time.Duration;

/**
 * How messages are posted.
 *
 * @param timeout for the whole of an attempt, from resolving the name to the answer
 * @param userAgent the header {@code User-Agent}
 */
public record HttpSettings(Duration timeout, String userAgent) {}
