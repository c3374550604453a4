package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * How to reach the Kafka cluster, and how its topics are named.
 *
 * @param bootstrapServers {@code host:port}, separated by commas if there are several
 * @param clientProperties passed unchanged to every client, such as {@code security.protocol}; they may contain
 *     secrets, so they are never printed
 */
public record KafkaSettings(String bootstrapServers, TopicSettings topics, Map<String, String> clientProperties) {

    private static final int FETCH_BYTES = 8 << 20;
    private static final int GLOBAL_FETCH_WAIT_MS = 20;
    private static final int RESTORE_FETCH_WAIT_MS = 100;

    public KafkaSettings {
        clientProperties = Map.copyOf(clientProperties);
    }

    /** The same settings, with this number of partitions. */
    public KafkaSettings withPartitions(int partitions) {
        return new KafkaSettings(bootstrapServers, topics.found(partitions), clientProperties);
    }

    /** What every client needs: the brokers' addresses and the operator's own properties. */
    public Properties properties() {
        Properties properties = new Properties();
        properties.putAll(clientProperties);
        properties.put("bootstrap.servers", bootstrapServers);
        return properties;
    }

    /**
     * What Kafka Streams needs for one of our applications: what all of them have in common, unless the operator's own
     * properties say something else.
     */
    public Properties streams(String application) {
        Properties properties = new Properties();
        // Handles faults while a global table is filled like any other; otherwise Kafka Streams logs a warning.
        properties.put("processing.exception.handler.global.enabled", true);
        // Global tables are loaded one partition after the other. Before each, a broker is asked for the beginning, and
        // it first lets the last fetch of the previous partition wait for more records: half a second by default.
        properties.put(
                StreamsConfig.globalConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), GLOBAL_FETCH_WAIT_MS);
        // Likewise before a store is restored. Copies of other instances' stores are fetched in this way all the time.
        properties.put(
                StreamsConfig.restoreConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), RESTORE_FETCH_WAIT_MS);
        // With several requests in flight, brokers that met a producer for the first time were seen to refuse them
        // repeatedly as out of order. A single request is larger instead.
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        // Records of a batch have much in common: most of a listing's bytes, in topics and in the stores' changelogs.
        // With lz4, a batch allocates 130 kB of buffers before its first record, and most batches contain few records;
        // zstd allocates even more.
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "snappy");
        // Compressed, this is about what the limit on a response's records admits; more would be fetched again.
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), FETCH_BYTES);
        // Brokers refuse timestamps an hour ahead of theirs: a resolver with such a clock would fail at every event.
        properties.put(StreamsConfig.topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG), TopicSettings.BROKER_TIME);
        properties.putAll(properties());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId(application));
        return properties;
    }

    /** A client that waits so long at most for each answer of the brokers. */
    public Admin admin(Duration patience) {
        Properties properties = properties();
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(patience.toMillis()));
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(patience.toMillis()));
        return Admin.create(properties);
    }

    /** The name of one of our applications on this cluster; also its consumer group and transactional id. */
    public String applicationId(String application) {
        return topics.prefix() + application;
    }

    @Override
    public String toString() {
        return "KafkaSettings[bootstrapServers=" + bootstrapServers + ", topics=" + topics + ", clientProperties="
                + clientProperties.keySet() + "]";
    }
}
