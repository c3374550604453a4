package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether an application records spans, and where it sends them. Mixed in. */
final class TracingOptions {

    private static final int MOST_BYTES = 64 << 10;

    @Option(
            names = "--otlp-endpoint",
            paramLabel = "URL",
            converter = InForm.Url.class,
            defaultValue = "${env:CATALOG_OTLP_ENDPOINT}",
            description = {
                "OpenTelemetry collector that accepts OTLP over HTTP, such as http://collector:4318; spans are sent"
                        + " to its /v1/traces.",
                "$CATALOG_OTLP_ENDPOINT, none by default: nothing is recorded"
            })
    private @Nullable URI endpoint;

    @Option(
            names = "--otlp-headers-file",
            paramLabel = "FILE",
            defaultValue = "${env:CATALOG_OTLP_HEADERS_FILE}",
            description = "Properties file with headers for --otlp-endpoint, such as authorization=Bearer ...")
    private @Nullable Path headersFile;

    @Option(
            names = "--trace-ratio",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_TRACE_RATIO:-" + TracingSettings.DEFAULT_RATIO + "}",
            description = {
                "Share of the work outside any trace that starts a recorded trace, 0 to 1.",
                "Work that belongs to a trace is recorded if its caller or producer recorded it."
            })
    private double ratio;

    /** Throws {@link OperatorFault} or {@link IllegalArgumentException} if the options can't be used. */
    TracingSettings settings() {
        TracingSettings settings = new TracingSettings(endpoint, ratio, headers());
        return endpoint == null ? TracingSettings.OFF : settings;
    }

    private Map<String, String> headers() {
        if (headersFile == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (InputStream file = Files.newInputStream(headersFile)) {
            byte[] bytes = file.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new OperatorFault("--otlp-headers-file: " + headersFile + " is too large for headers");
            }
            properties.load(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
        } catch (IOException | IllegalArgumentException e) {
            throw new OperatorFault(
                    "--otlp-headers-file: can't read the properties file " + headersFile + ": " + FaultWords.of(e), e);
        }
        Map<String, String> headers = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> headers.put(name, properties.getProperty(name)));
        return headers;
    }
}
