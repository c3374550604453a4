package dev.partnercatalog.runtime.table;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Tells a {@link TableProgress} what the consumer of the global stores polls: Kafka Streams itself only shows the last
 * records' offsets, which don't advance if a topic's last entries aren't records. Instantiated by Kafka.
 */
public final class PolledRecords implements ConsumerInterceptor<byte[], byte[]> {

    private static final String PROGRESS = "catalog.table.progress";

    private @Nullable TableProgress progress;

    /** Makes an application with these properties report to {@code progress}. */
    public static void applyTo(Map<Object, Object> properties, TableProgress progress) {
        properties.put(StreamsConfig.globalConsumerPrefix("interceptor.classes"), PolledRecords.class.getName());
        properties.put(StreamsConfig.globalConsumerPrefix(PROGRESS), progress);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        progress = (TableProgress) configs.get(PROGRESS);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        Objects.requireNonNull(progress, "not configured").polled(records);
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}
}
