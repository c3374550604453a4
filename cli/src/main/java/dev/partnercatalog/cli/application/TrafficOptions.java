package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.Range;
import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.query.TrafficSettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How much traffic the query API takes. */
final class TrafficOptions {

    @Option(
            names = "--requests-per-second",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_REQUESTS_PER_SECOND:-" + TrafficSettings.DEFAULT_REQUESTS_PER_SECOND + "}",
            description = {
                "Of each client, and of each address without a good token; 0 for any number.",
                "$CATALOG_REQUESTS_PER_SECOND, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0)
    private int requestsPerSecond;

    @Option(
            names = "--request-burst",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_REQUEST_BURST:-" + TrafficSettings.DEFAULT_BURST + "}",
            description = {
                "Requests that may come at once after a quiet time.",
                "$CATALOG_REQUEST_BURST, default ${DEFAULT-VALUE}"
            })
    @Range(min = 1)
    private int requestBurst;

    @Option(
            names = "--max-concurrent-requests",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_CONCURRENT_REQUESTS:-" + HttpLimits.DEFAULT_MAX_CONCURRENT_REQUESTS + "}",
            description = {
                "Answered at once; more wait for a moment and are then answered 503.",
                "$CATALOG_MAX_CONCURRENT_REQUESTS, default ${DEFAULT-VALUE}"
            })
    @Range(min = 1)
    private int maxConcurrentRequests;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_CONNECTIONS:-" + HttpLimits.DEFAULT_MAX_CONNECTIONS + "}",
            description = {
                "Open at once; beyond it those without a request are closed, the oldest first.",
                "$CATALOG_MAX_CONNECTIONS, default ${DEFAULT-VALUE}"
            })
    @Range(min = 1)
    private int maxConnections;

    @Mixin
    private ProxyOptions proxies = new ProxyOptions();

    TrafficSettings settings() {
        return new TrafficSettings(
                new RateLimit(requestsPerSecond, requestBurst),
                new HttpLimits(maxConcurrentRequests, maxConnections, HttpLimits.DEFAULT_PATIENCE),
                proxies.trusted());
    }
}
