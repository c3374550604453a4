package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The resolver's settings.
 *
 * @param registry the schema registry
 * @param commitInterval the longest time between two commits of a thread that always has work; a shorter time costs
 *     throughput
 */
public record StreamsAppSettings(
        KafkaSettings kafka, RegistrySettings registry, Duration commitInterval, InstanceSettings instance) {

    public static final int DEFAULT_COMMIT_INTERVAL_MS = 200;
    public static final long DEFAULT_STORE_MEMORY_BYTES = 256L << 20;

    /** With the defaults. */
    public static StreamsAppSettings of(KafkaSettings kafka, URI registry, Path stateDir) {
        return of(kafka, RegistrySettings.at(registry), stateDir);
    }

    /** Like the other method, with a registry that may require authentication. */
    public static StreamsAppSettings of(KafkaSettings kafka, RegistrySettings registry, Path stateDir) {
        return new StreamsAppSettings(
                kafka,
                registry,
                Duration.ofMillis(DEFAULT_COMMIT_INTERVAL_MS),
                InstanceSettings.of(stateDir, DEFAULT_STORE_MEMORY_BYTES));
    }
}
