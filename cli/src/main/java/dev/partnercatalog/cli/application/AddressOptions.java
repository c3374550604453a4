package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.runtime.MonitoringSettings;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the query API listens. */
final class AddressOptions {

    @Option(
            names = "--host",
            paramLabel = "ADDR",
            defaultValue = "${env:CATALOG_HOST:-" + MonitoringSettings.DEFAULT_HOST + "}",
            description = "Address to listen on; 0.0.0.0 for all, which requires --issuer.")
    private String host = "";

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_HTTP_PORT:-" + AddressSettings.DEFAULT_API_PORT + "}",
            description = "Port of the API; 0 for a free one.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int httpPort;

    @Option(
            names = "--auth-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_AUTH_PORT:-" + AddressSettings.DEFAULT_AUTH_PORT + "}",
            description = "Port of the token endpoint; 0 for a free one.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int authPort;

    @Option(
            names = "--internal-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_INTERNAL_PORT:-0}",
            description = "Port for metrics and probes; 0 for a free one. Keep it off the public network.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int internalPort;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            converter = InForm.Url.class,
            defaultValue = "${env:CATALOG_BASE_URL}",
            description = {
                "The API's address as partners see it, which appears in its documents.",
                "$CATALOG_BASE_URL, derived from --host and --http-port by default"
            })
    private @Nullable URI baseUrl;

    AddressSettings settings() {
        return new AddressSettings(host, httpPort, authPort, internalPort, baseUrl);
    }
}
