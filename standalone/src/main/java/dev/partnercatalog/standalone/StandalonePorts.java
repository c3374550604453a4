package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The ports of a standalone, as options that are mixed in. 0, which each is in a new object, is any free one. */
public final class StandalonePorts {
    public static final int DEFAULT_KAFKA = 9092;
    public static final int DEFAULT_REGISTRY = 8082;

    /** A kill may have left the registry's process behind for a moment. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration INTERVAL = Duration.ofMillis(20);

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "" + AddressSettings.DEFAULT_API_PORT,
            description = "Port of the API, default ${DEFAULT-VALUE}")
    @Range(min = 0, max = Range.MAX_PORT)
    int http;

    @Option(
            names = "--auth-port",
            paramLabel = "PORT",
            defaultValue = "" + AddressSettings.DEFAULT_AUTH_PORT,
            description = "Port of the token endpoint, default ${DEFAULT-VALUE}")
    @Range(min = 0, max = Range.MAX_PORT)
    int auth;

    @Option(
            names = "--kafka-port",
            paramLabel = "PORT",
            defaultValue = "" + DEFAULT_KAFKA,
            description = "Port of the Kafka broker, default ${DEFAULT-VALUE}")
    @Range(min = 0, max = Range.MAX_PORT)
    int kafka;

    @Option(
            names = "--registry-port",
            paramLabel = "PORT",
            defaultValue = "" + DEFAULT_REGISTRY,
            description = "Port of the schema registry, default ${DEFAULT-VALUE}")
    @Range(min = 0, max = Range.MAX_PORT)
    int registry;

    @Option(
            names = "--console-port",
            paramLabel = "PORT",
            defaultValue = "" + Console.Settings.DEFAULT_PORT,
            description = "Port of the operators' console, default ${DEFAULT-VALUE}")
    @Range(min = 0, max = Range.MAX_PORT)
    int console;

    private record Requested(int port, String purpose) {}

    /** The defaults where they are free, and any free ones instead of the others. */
    static StandalonePorts defaultsWhereFree() {
        StandalonePorts ports = new StandalonePorts();
        ports.http = ifFree(AddressSettings.DEFAULT_API_PORT);
        ports.auth = ifFree(AddressSettings.DEFAULT_AUTH_PORT);
        ports.kafka = ifFree(DEFAULT_KAFKA);
        ports.registry = ifFree(DEFAULT_REGISTRY);
        ports.console = ifFree(Console.Settings.DEFAULT_PORT);
        return ports;
    }

    private static int ifFree(int wanted) {
        return LoopbackPort.isFree(wanted) ? wanted : 0;
    }

    /**
     * Returns if all of them are free.
     *
     * @param parts end the wait for a predecessor's registry when they are closed
     * @throws OperatorFault if ports are in use; the message lists them all
     */
    void requireFree(RunningParts parts) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<String> taken = taken();
        while (taken.size() == 1
                && !LoopbackPort.isFree(registry)
                && System.nanoTime() < deadline
                && !parts.awaitClosing(INTERVAL)) {
            taken = taken();
        }
        String listed = String.join(", ", taken);
        if (taken.size() == 1) {
            throw new OperatorFault("port " + listed + " is not free on 127.0.0.1: choose another one with this option"
                    + " (0 for any free one), or stop what uses it");
        }
        if (!taken.isEmpty()) {
            throw new OperatorFault("ports " + listed + " are not free on 127.0.0.1: choose others with these options"
                    + " (0 for any free one), or stop what uses them");
        }
    }

    private List<String> taken() {
        return Stream.of(
                        new Requested(http, "the API (--http-port)"),
                        new Requested(auth, "the token endpoint (--auth-port)"),
                        new Requested(kafka, "Kafka (--kafka-port)"),
                        new Requested(registry, "the schema registry (--registry-port)"),
                        new Requested(console, "the console (--console-port)"))
                .filter(requested -> !LoopbackPort.isFree(requested.port()))
                .map(requested -> requested.port() + " for " + requested.purpose())
                .toList();
    }
}
