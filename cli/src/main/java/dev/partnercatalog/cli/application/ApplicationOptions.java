package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.DefaultPaths;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all three applications have besides those of their connection. Mixed in. */
final class ApplicationOptions {

    private static final long MIB = 1L << 20;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_REPLICATION_FACTOR:--1}",
            description = "Replication factor of created topics; -1 uses the brokers' default.")
    @Range(min = -1)
    private short replicationFactor;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            defaultValue = "${env:CATALOG_STATE_DIR}",
            description = {
                "Folder of the local stores; if lost, they are rebuilt from Kafka. No two instances may share it.",
                "$CATALOG_STATE_DIR, default",
                DefaultPaths.STATE_IN_WORDS
            })
    private @Nullable Path stateDir;

    @Option(
            names = "--store-memory-mib",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_STORE_MEMORY_MIB}",
            description = {
                "Memory outside the heap for all stores together.",
                "$CATALOG_STORE_MEMORY_MIB, default depends on the application"
            })
    @Range(min = 1)
    private @Nullable Integer storeMemoryMib;

    @Option(
            names = "--zone",
            paramLabel = "NAME",
            defaultValue = "${env:CATALOG_ZONE}",
            description = "Where this instance runs, in the terms of the brokers' broker.rack.")
    private @Nullable String zone;

    @Mixin
    private LogOptions log = new LogOptions();

    /** Must be called before anything is logged. */
    void startLogging() {
        log.startLogging();
    }

    /** For existing topics; their number of partitions isn't known yet. */
    KafkaSettings kafka(ConnectionOptions connection) {
        return kafka(connection, TopicSettings.NOT_ASKED);
    }

    KafkaSettings kafka(ConnectionOptions connection, int partitions) {
        return connection.kafka(partitions, replicationFactor);
    }

    Path stateDir(String application) {
        return stateDir == null ? DefaultPaths.state(application) : stateDir;
    }

    /** Throws {@link IllegalArgumentException} if the value is out of range. */
    @Nullable
    String zone() {
        return GroupSettings.requireZone(zone);
    }

    long storeMemoryBytes(long otherwise) {
        return storeMemoryMib == null ? otherwise : storeMemoryMib * MIB;
    }
}
