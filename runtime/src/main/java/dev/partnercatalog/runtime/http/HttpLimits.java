package dev.partnercatalog.runtime.http;

/**
 * How much an address handles at once.
 *
 * @param maxConcurrentRequests the number of requests answered at the same time; up to four times as many wait for at
 *     most a second, and the rest are answered with 503
 * @param maxConnections the number of open connections; further ones are accepted once others are closed
 */
public record HttpLimits(int maxConcurrentRequests, int maxConnections) {

    public static final int DEFAULT_MAX_CONCURRENT_REQUESTS = 256;
    public static final int DEFAULT_MAX_CONNECTIONS = 4_096;

    public static final HttpLimits DEFAULT = new HttpLimits(DEFAULT_MAX_CONCURRENT_REQUESTS, DEFAULT_MAX_CONNECTIONS);

    public HttpLimits {
        if (maxConcurrentRequests < 1) {
            throw new IllegalArgumentException("the limit of " + maxConcurrentRequests
                    + " concurrent requests is out of range: expected at least 1");
        }
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "the limit of " + maxConnections + " connections is out of range: expected at least 1");
        }
    }
}
