package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.query.QueryApiSettings.TrafficSettings;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.limit.RateLimit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How much traffic the query API accepts. */
final class TrafficOptions {

    @Option(
            names = "--requests-per-second",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_REQUESTS_PER_SECOND:-" + TrafficSettings.DEFAULT_REQUESTS_PER_SECOND + "}",
            description = "Limit for each client, and for each address without a valid token; 0 for no limit.")
    @Range(min = 0)
    private int requestsPerSecond;

    @Option(
            names = "--request-burst",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_REQUEST_BURST:-" + TrafficSettings.DEFAULT_BURST + "}",
            description = "Requests that a client may send at once after a quiet time.")
    @Range(min = 1)
    private int requestBurst;

    @Option(
            names = "--max-concurrent-requests",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_CONCURRENT_REQUESTS:-" + HttpLimits.DEFAULT_MAX_CONCURRENT_REQUESTS + "}",
            description = "Requests handled at the same time; others wait for a moment and are then answered 503.")
    @Range(min = 1)
    private int maxConcurrentRequests;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_CONNECTIONS:-" + HttpLimits.DEFAULT_MAX_CONNECTIONS + "}",
            description = "Open connections; further ones wait until others are closed.")
    @Range(min = 1)
    private int maxConnections;

    @Option(
            names = "--max-batch-size",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_BATCH_SIZE:-" + TrafficSettings.DEFAULT_MAX_BATCH_SIZE + "}",
            description = "Most identifiers in one batch-get.")
    @Range(min = 1)
    private int maxBatchSize;

    @Option(
            names = "--max-body-bytes",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_BODY_BYTES:-" + TrafficSettings.DEFAULT_MAX_BODY_BYTES + "}",
            description = "Largest size of a request's body.")
    @Range(min = 1, max = TrafficSettings.MOST_BODY_BYTES)
    private long maxBodyBytes;

    @Mixin
    private ProxyOptions proxies = new ProxyOptions();

    TrafficSettings settings() {
        return new TrafficSettings(
                new RateLimit(requestsPerSecond, requestBurst),
                new HttpLimits(maxConcurrentRequests, maxConnections, HttpLimits.DEFAULT_PATIENCE),
                maxBatchSize,
                maxBodyBytes,
                proxies.trusted());
    }
}
