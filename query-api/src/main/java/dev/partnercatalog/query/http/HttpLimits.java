package dev.partnercatalog.query.http;

import java.time.Duration;

/**
 * How much an address takes on at once.
 *
 * @param maxConcurrentRequests being answered; four times as many wait for a second at most, the rest is answered 503
 * @param maxConnections open; further ones wait to be accepted
 * @param headPatience from the first byte of a request to the end of its headers; then the connection is closed
 */
public record HttpLimits(int maxConcurrentRequests, int maxConnections, Duration headPatience) {

    public static final int DEFAULT_MAX_CONCURRENT_REQUESTS = 256;
    public static final int DEFAULT_MAX_CONNECTIONS = 4_096;

    public static final HttpLimits DEFAULT =
            new HttpLimits(DEFAULT_MAX_CONCURRENT_REQUESTS, DEFAULT_MAX_CONNECTIONS, Duration.ofSeconds(10));

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
