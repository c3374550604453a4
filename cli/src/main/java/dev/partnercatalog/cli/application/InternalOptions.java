package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.Range;
import java.net.URI;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The address of metrics and probes of an application without a partner-facing port. Mixed in. */
final class InternalOptions {

    @Option(
            names = "--host",
            paramLabel = "ADDR",
            defaultValue = "${env:CATALOG_HOST:-127.0.0.1}",
            description = {
                "Address to listen on for metrics and probes; 0.0.0.0 for all.",
                "$CATALOG_HOST, default ${DEFAULT-VALUE}"
            })
    private String host = "";

    @Option(
            names = "--internal-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_INTERNAL_PORT:-0}",
            description = {
                "Port for metrics and probes; 0 for a free one. Keep it off the public network.",
                "$CATALOG_INTERNAL_PORT, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0, max = Range.MAX_PORT)
    private int internalPort;

    String host() {
        return host;
    }

    int port() {
        return internalPort;
    }

    /** Logs the address, which includes the port if a free one was chosen. */
    static void tell(URI address) {
        LoggerFactory.getLogger(InternalOptions.class).info("metrics and probes are at {}", address);
    }
}
