package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The resolver's settings.
 *
 * @param registry the schema registry
 * @param stateDir the folder of the stores; if it is lost, they are rebuilt from Kafka
 * @param threads how many tasks run at the same time
 * @param commitInterval the longest time between two commits of a thread that always has work; a shorter time costs
 *     throughput
 * @param storeMemoryBytes the memory outside the heap for all stores together
 * @param canaryInterval the interval at which canary events are published, to measure whether events get through; zero:
 *     never
 * @param group how this instance shares the work with the others
 * @param host of the internal address, for metrics and probes
 * @param internalPort of the internal address; 0 for a free one
 * @param tracing whether spans are recorded
 */
public record StreamsAppSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        Path stateDir,
        int threads,
        Duration commitInterval,
        long storeMemoryBytes,
        Duration canaryInterval,
        GroupSettings group,
        String host,
        int internalPort,
        TracingSettings tracing) {

    /** With the defaults: one thread per processor, up to four, and a commit every 50 ms. */
    public static StreamsAppSettings of(KafkaSettings kafka, URI registry, Path stateDir) {
        return of(kafka, RegistrySettings.at(registry), stateDir);
    }

    /** Like the other method, with a registry that may require authentication. */
    public static StreamsAppSettings of(KafkaSettings kafka, RegistrySettings registry, Path stateDir) {
        int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        return new StreamsAppSettings(
                kafka,
                registry,
                stateDir,
                threads,
                Duration.ofMillis(200),
                256L << 20,
                Duration.ZERO,
                GroupSettings.DEFAULT,
                "127.0.0.1",
                0,
                TracingSettings.OFF);
    }

    /** The same settings, with spans. */
    public StreamsAppSettings traced(TracingSettings by) {
        return new StreamsAppSettings(
                kafka,
                registry,
                stateDir,
                threads,
                commitInterval,
                storeMemoryBytes,
                canaryInterval,
                group,
                host,
                internalPort,
                by);
    }
}
