package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.KafkaSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the resolver needs to know.
 *
 * @param registry the schema registry's address
 * @param stateDir where the stores lie; lost, they are rebuilt from Kafka
 * @param threads how many tasks work at once
 * @param commitInterval how long an input waits at most to be seen by the readers; shorter costs throughput
 * @param storeMemoryBytes outside the heap, of all stores together
 * @param host of the internal address, for metrics and probes
 * @param internalPort of the internal address; 0 for a free one
 */
public record StreamsAppSettings(
        KafkaSettings kafka,
        URI registry,
        Path stateDir,
        int threads,
        Duration commitInterval,
        long storeMemoryBytes,
        String host,
        int internalPort) {

    /** With the defaults: a thread per processor, up to four, and a commit each 50 ms. */
    public static StreamsAppSettings of(KafkaSettings kafka, URI registry, Path stateDir) {
        int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        return new StreamsAppSettings(
                kafka, registry, stateDir, threads, Duration.ofMillis(50), 256L << 20, "127.0.0.1", 0);
    }
}
