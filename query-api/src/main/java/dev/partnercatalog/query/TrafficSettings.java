package dev.partnercatalog.query;

import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.limit.RateLimit;
import java.util.List;

/**
 * How much traffic one instance takes.
 *
 * @param rate of each client, and of each address without a good token (D20)
 * @param limits of each of the two addresses that the instance listens on
 * @param trustedProxies addresses and ranges of those whose {@code X-Forwarded-For} is believed
 */
public record TrafficSettings(RateLimit rate, HttpLimits limits, List<String> trustedProxies) {

    public static final int DEFAULT_REQUESTS_PER_SECOND = 1_000;
    public static final int DEFAULT_BURST = 2_000;

    public static final TrafficSettings DEFAULT = new TrafficSettings(
            new RateLimit(DEFAULT_REQUESTS_PER_SECOND, DEFAULT_BURST), HttpLimits.DEFAULT, List.of());

    /** Throws {@link IllegalArgumentException} where a proxy is no address. */
    public TrafficSettings {
        trustedProxies = List.copyOf(trustedProxies);
        new RemoteAddresses(trustedProxies);
    }
}
