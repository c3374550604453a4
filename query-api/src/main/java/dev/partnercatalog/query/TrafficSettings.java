package dev.partnercatalog.query;

import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.limit.RateLimit;
import java.util.List;

/**
 * The limits on one instance's traffic.
 *
 * @param rate for each client, and for each address without a valid token (D20)
 * @param limits for each of the two addresses on which the instance listens
 * @param trustedProxies addresses and ranges of the proxies whose {@code X-Forwarded-For} is trusted
 */
public record TrafficSettings(RateLimit rate, HttpLimits limits, List<String> trustedProxies) {

    public static final int DEFAULT_REQUESTS_PER_SECOND = 1_000;
    public static final int DEFAULT_BURST = 2_000;

    public static final TrafficSettings DEFAULT = new TrafficSettings(
            new RateLimit(DEFAULT_REQUESTS_PER_SECOND, DEFAULT_BURST), HttpLimits.DEFAULT, List.of());

    /** Throws {@link IllegalArgumentException} if a proxy is not an address. */
    public TrafficSettings {
        trustedProxies = List.copyOf(trustedProxies);
        new RemoteAddresses(trustedProxies);
    }
}
