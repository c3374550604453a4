package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.HostInfo;

/** The settings of the Kafka Streams application that keeps the tables. */
public final class TableApplication {

    private TableApplication() {}

    /**
     * The properties of one instance.
     *
     * @param name of the application among ours, such as {@code query-api}
     * @param server where other instances reach this one
     * @param threads that fill the tables
     */
    public static Properties properties(
            KafkaSettings kafka,
            String name,
            HostInfo server,
            Path stateDir,
            int threads,
            RocksDbMemory memory,
            TableProgress progress) {
        Properties properties = kafka.properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, kafka.applicationId(name));
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        // The streams protocol of 4.3 names wrong hosts and partitions for interactive queries. The classic one is
        // right as long as every instance says where it is.
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, server.host() + ":" + server.port());
        // What is read again after a crash is put again, to the same effect; exactly-once would wipe the stores.
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        // An instance that is killed leaves its partitions unread for this long, itself too when it comes back.
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 10_000);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1_000);
        // A copy of each partition at another instance, which answers while the owner is away and then takes over.
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        // A new instance loads its copies before it owns anything, and gets its share soon after.
        properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, 100L);
        properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000L);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        memory.applyTo(properties);
        ProgressClientSupplier.applyTo(properties, progress);
        return properties;
    }
}
