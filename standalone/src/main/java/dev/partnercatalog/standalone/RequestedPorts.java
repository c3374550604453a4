package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ports of a standalone and the options that choose them, checked together before anything is started. */
final class RequestedPorts {
    /** A kill may have left the registry's process behind for a moment. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration INTERVAL = Duration.ofMillis(20);
    private static final String REGISTRY = "--registry-port";

    private record Requested(String option, String purpose, int port) {
        @Override
        public String toString() {
            return port + " for " + purpose + " (" + option + ")";
        }
    }

    private RequestedPorts() {}

    /**
     * Returns if all of them are free.
     *
     * @param parts end the wait for a predecessor's registry when they are closed
     * @throws OperatorFault if ports are in use; the message lists them all
     */
    static void requireFree(StandaloneSettings settings, RunningParts parts) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<Requested> taken = taken(settings);
        try {
            while (isOnlyRegistry(taken) && System.nanoTime() < deadline && !parts.awaitClosing(INTERVAL)) {
                taken = taken(settings);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted while starting", e);
        }
        if (!taken.isEmpty()) {
            throw new OperatorFault(message(taken));
        }
    }

    private static List<Requested> taken(StandaloneSettings settings) {
        return Stream.of(
                        new Requested("--http-port", "the API", settings.httpPort()),
                        new Requested("--auth-port", "the token endpoint", settings.authPort()),
                        new Requested("--kafka-port", "Kafka", settings.kafkaPort()),
                        new Requested(REGISTRY, "the schema registry", settings.registryPort()),
                        new Requested("--console-port", "the console", settings.consolePort()))
                .filter(port -> !LoopbackPort.isFree(port.port()))
                .toList();
    }

    private static boolean isOnlyRegistry(List<Requested> taken) {
        return taken.size() == 1 && taken.get(0).option().equals(REGISTRY);
    }

    private static String message(List<Requested> taken) {
        String listed = taken.stream().map(Requested::toString).collect(Collectors.joining(", "));
        return taken.size() == 1
                ? "port " + listed + " is not free on 127.0.0.1: choose another one with this option"
                        + " (0 for any free one), or stop what uses it"
                : "ports " + listed + " are not free on 127.0.0.1: choose others with these options"
                        + " (0 for any free one), or stop what uses them";
    }
}
