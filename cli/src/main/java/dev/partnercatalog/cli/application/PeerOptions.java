package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.Range;
import dev.partnercatalog.query.peer.PeerSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How an instance of the query API takes part among the others. */
final class PeerOptions {

    @Option(
            names = "--internal-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_INTERNAL_PORT:-0}",
            description = {
                "For other instances and for probes; 0 for a free one. Keep it off the public network.",
                "$CATALOG_INTERNAL_PORT, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0, max = Range.MAX_PORT)
    private int port;

    @Option(
            names = "--internal-host",
            paramLabel = "NAME",
            defaultValue = "${env:CATALOG_INTERNAL_HOST}",
            description = {
                "The name by which other instances reach this one.",
                "$CATALOG_INTERNAL_HOST, by default --host; with 0.0.0.0 the machine's name"
            })
    private @Nullable String host;

    @Option(
            names = "--max-standby-lag",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_STANDBY_LAG:-" + PeerSettings.DEFAULT_MAX_STANDBY_LAG + "}",
            description = {
                "By how many records a copy may be behind to be read while its owner is away.",
                "$CATALOG_MAX_STANDBY_LAG, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0)
    private long maxStandbyLag;

    PeerSettings settings() {
        return new PeerSettings(port, host, maxStandbyLag);
    }
}
