package dev.partnercatalog.http;

import java.time.Duration;

/**
 * How much an address takes on at once.
 *
 * @param maxConcurrentRequests being answered; four times as many wait for a second at most, the rest is answered 503
 * @param maxConnections open; beyond it those are closed that have gone longest without a whole request,
 *     but only beyond four times as many those that have for less than half a second
 * @param patience from the first byte of a request to the end of its headers, and as long again, with a second more for
 *     every 32 KiB, to the end of its body; and so for an answer that its receiver doesn't read
 */
public record HttpLimits(int maxConcurrentRequests, int maxConnections, Duration patience) {

    public static final int DEFAULT_MAX_CONCURRENT_REQUESTS = 256;
    public static final int DEFAULT_MAX_CONNECTIONS = 4_096;
    public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

    public static final HttpLimits DEFAULT =
            new HttpLimits(DEFAULT_MAX_CONCURRENT_REQUESTS, DEFAULT_MAX_CONNECTIONS, DEFAULT_PATIENCE);

    public HttpLimits {
        if (maxConcurrentRequests < 1) {
            throw new IllegalArgumentException(
                    "concurrent requests " + maxConcurrentRequests + " are out of range: at least 1");
        }
        if (maxConnections < 1) {
            throw new IllegalArgumentException("connections " + maxConnections + " are out of range: at least 1");
        }
    }
}
