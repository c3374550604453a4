package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The Kafka Streams configuration of the sink. */
final class StreamsProperties {

    /**
     * While there is something to send, ticks ask for commits, as often as their pace allows; this interval applies when there
     * is nothing to send.
     */
    private static final long IDLE_COMMIT_MS = 1_000;

    private StreamsProperties() {}

    static Properties of(WebhookSinkSettings settings, RocksDbMemory memory) {
        Properties properties = settings.kafka().properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.kafka().applicationId(WebhookSink.NAME));
        settings.instance().applyTo(properties, memory);
        properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int)
                settings.kafka().topics().replicationFactor());
        // A transaction can't include deliveries.
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        // A killed task's store holds nothing that its changelog lacks.
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, IDLE_COMMIT_MS);
        // Ticks run between two polls, so a poll must not wait longer than a tick.
        properties.put(StreamsConfig.POLL_MS_CONFIG, SinkTask.TICK.toMillis());
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        // Only the commit waits for these writes, and it flushes without waiting for the linger. With 5 ms most batches
        // held one record.
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 100);
        properties.put(
                StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), TopicSettings.MAX_RECORD_BYTES);
        properties.put(StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), TopicSettings.MAX_RECORD_BYTES);
        properties.put(
                StreamsConfig.topicPrefix(TopicConfig.DELETE_RETENTION_MS_CONFIG),
                TopicSettings.TOMBSTONE_RETENTION.toMillis());
        return properties;
    }
}
