package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the Kafka Streams application that keeps the tables. Each instance is a separate application,
 * whose group has no other members. It therefore has all partitions, whatever happens to other instances.
 */
public final class TableApplication {

    /** How long a replacing thread waits for the failed one. Brokers refuse less than 6 s. */
    private static final int SESSION_TIMEOUT_MS = 10_000;

    private TableApplication() {}

    /**
     * The properties of one instance.
     *
     * @param name of the application among ours, such as {@code query-api}
     * @param instanceId by which the brokers recognize this instance
     * @param zone where it runs, as in the brokers' {@code broker.rack}; null if unknown
     * @param threads that fill the tables
     */
    public static Properties properties(
            KafkaSettings kafka,
            String name,
            String instanceId,
            @Nullable String zone,
            Path stateDir,
            int threads,
            RocksDbMemory memory,
            TableState state) {
        Properties properties = kafka.properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, kafka.applicationId(name) + "-" + instanceId);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        // A static member that comes back gets its own place at once, even after a kill. A new member would have to
        // wait until the old one's session ends.
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
        properties.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        if (zone != null) {
            // Consumers then read from a replica in their zone, if the brokers are configured to allow it.
            properties.put(ConsumerConfig.CLIENT_RACK_CONFIG, zone);
        }
        // Records read again after a crash are stored again, with the same effect; exactly-once would wipe the stores.
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1_000);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        memory.applyTo(properties);
        ProgressClientSupplier.applyTo(properties, state);
        return properties;
    }
}
