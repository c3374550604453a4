package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.GroupSettings;
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
     * @param group how this instance takes part among the others
     */
    public static Properties properties(
            KafkaSettings kafka,
            String name,
            HostInfo server,
            Path stateDir,
            int threads,
            RocksDbMemory memory,
            GroupSettings group,
            TableProgress progress) {
        Properties properties = kafka.properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, kafka.applicationId(name));
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        // Copies answer while the owner is away, which is found by what every instance says of itself.
        group.applyTo(properties);
        properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, server.host() + ":" + server.port());
        // What is read again after a crash is put again, to the same effect; exactly-once would wipe the stores.
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1_000);
        // A new instance has all but the last of its copies before it owns anything: what it lacks can't be read.
        properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, 100L);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        memory.applyTo(properties);
        ProgressClientSupplier.applyTo(properties, progress);
        return properties;
    }
}
