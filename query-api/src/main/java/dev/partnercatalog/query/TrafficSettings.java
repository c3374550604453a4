package dev.partnercatalog.query;

import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.limit.RateLimit;
import java.util.List;

/**
 * The limits on one instance's traffic.
 *
 * @param rate for each client, and for each address without a valid token (D20)
 * @param limits for each of the two addresses on which the instance listens
 * @param maxBatchSize the maximum number of identifiers in a batch (D12)
 * @param maxBodyBytes of a request (D20)
 * @param trustedProxies addresses and ranges of the proxies whose {@code X-Forwarded-For} is trusted
 */
public record TrafficSettings(
        RateLimit rate, HttpLimits limits, int maxBatchSize, long maxBodyBytes, List<String> trustedProxies) {

    public static final int DEFAULT_REQUESTS_PER_SECOND = 1_000;
    public static final int DEFAULT_BURST = 2_000;

    public static final int DEFAULT_MAX_BATCH_SIZE = 1_000;
    public static final long DEFAULT_MAX_BODY_BYTES = 1L << 20;

    /** The absolute maximum for requests. */
    public static final long MOST_BODY_BYTES = 64L << 20;

    public static final TrafficSettings DEFAULT = new TrafficSettings(
            new RateLimit(DEFAULT_REQUESTS_PER_SECOND, DEFAULT_BURST),
            HttpLimits.DEFAULT,
            DEFAULT_MAX_BATCH_SIZE,
            DEFAULT_MAX_BODY_BYTES,
            List.of());

    /** Throws {@link IllegalArgumentException} if a limit allows nothing or too much, or a proxy is not an address. */
    public TrafficSettings {
        if (maxBatchSize < 1) {
            throw new IllegalArgumentException(
                    "maxBatchSize " + maxBatchSize + " is out of range: expected at least 1");
        }
        if (maxBodyBytes < 1 || maxBodyBytes > MOST_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "maxBodyBytes " + maxBodyBytes + " is out of range: expected 1 to " + MOST_BODY_BYTES);
        }
        trustedProxies = List.copyOf(trustedProxies);
        new RemoteAddresses(trustedProxies);
    }
}
