package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.DefaultPaths;
import dev.partnercatalog.cli.Range;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all three applications have beyond those of their connection. Mixed in. */
final class ApplicationOptions {

    private static final long MIB = 1L << 20;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_REPLICATION_FACTOR:--1}",
            description = {
                "Of topics that are made; -1 leaves it to the brokers.",
                "$CATALOG_REPLICATION_FACTOR, default ${DEFAULT-VALUE}"
            })
    @Range(min = -1)
    private short replicationFactor;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            defaultValue = "${env:CATALOG_STATE_DIR}",
            description = {
                "Local stores, which are rebuilt from Kafka when lost. No two instances may share it.",
                "$CATALOG_STATE_DIR, default",
                DefaultPaths.STATE_IN_WORDS
            })
    private @Nullable Path stateDir;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_THREADS}",
            description = {"How many tasks work at once.", "$CATALOG_THREADS, by default as the application does best"})
    @Range(min = 1)
    private @Nullable Integer threads;

    @Option(
            names = "--store-memory-mib",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_STORE_MEMORY_MIB}",
            description = {
                "Memory for all stores together, outside the heap.",
                "$CATALOG_STORE_MEMORY_MIB, by default as the application does best"
            })
    @Range(min = 1)
    private @Nullable Integer storeMemoryMib;

    @Option(
            names = "--zone",
            paramLabel = "NAME",
            defaultValue = "${env:CATALOG_ZONE}",
            description = {
                "Where this instance runs, as the brokers' broker.rack has it.",
                "$CATALOG_ZONE, by default none"
            })
    private @Nullable String zone;

    @Option(
            names = "--canary-seconds",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_CANARY_SECONDS:-0}",
            description = {
                "Every N seconds streams-app publishes an event of no product, whose arrival query-api and"
                        + " webhook-sink",
                "watch; 0: never. The same at all applications.",
                "$CATALOG_CANARY_SECONDS, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0, max = 3_600)
    private int canarySeconds;

    @Mixin
    private LogOptions log = new LogOptions();

    @Mixin
    private TracingOptions tracing = new TracingOptions();

    /** To be called before anything is logged. */
    void startLogging() {
        log.startLogging();
    }

    /** For topics that are there; how many partitions they have isn't known yet. */
    KafkaSettings kafka(ConnectionOptions connection) {
        return kafka(connection, TopicSettings.NOT_ASKED);
    }

    KafkaSettings kafka(ConnectionOptions connection, int partitions) {
        return connection.kafka(partitions, replicationFactor);
    }

    Path stateDir(String application) {
        return stateDir == null ? DefaultPaths.state(application) : stateDir;
    }

    /** Throws {@link IllegalArgumentException} if it is out of range. */
    @Nullable
    String zone() {
        return GroupSettings.requireZone(zone);
    }

    /** Throws {@link dev.partnercatalog.operations.OperatorFault} or {@link IllegalArgumentException} if they can't be used. */
    TracingSettings tracing() {
        return tracing.settings();
    }

    Duration canaryInterval() {
        return Duration.ofSeconds(canarySeconds);
    }

    int threads(int otherwise) {
        return threads == null ? otherwise : threads;
    }

    long storeMemoryBytes(long otherwise) {
        return storeMemoryMib == null ? otherwise : storeMemoryMib * MIB;
    }
}
