package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the resolver needs to know.
 *
 * @param registry the schema registry
 * @param stateDir where the stores lie; lost, they are rebuilt from Kafka
 * @param threads how many tasks work at once
 * @param commitInterval the longest time between two commits of a thread that always has something to do; shorter costs throughput
 * @param storeMemoryBytes outside the heap, of all stores together
 * @param canaryInterval at which events of no product are published, to measure whether events get through; zero: never
 * @param group how this instance takes part among the others
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

    /** With the defaults: a thread per processor, up to four, and a commit each 50 ms. */
    public static StreamsAppSettings of(KafkaSettings kafka, URI registry, Path stateDir) {
        return of(kafka, RegistrySettings.at(registry), stateDir);
    }

    /** As the other, with a registry that may ask who we are. */
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

    /** The same, with spans. */
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
