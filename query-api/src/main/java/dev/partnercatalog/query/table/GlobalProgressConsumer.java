package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The consumer that fills the tables that every instance holds completely. A caller that polls again has applied the
 * result of the previous poll, so the positions at that moment are those that the tables have reached.
 */
final class GlobalProgressConsumer extends KafkaConsumer<byte[], byte[]> {

    private final GlobalProgress progress;

    GlobalProgressConsumer(Map<String, Object> config, GlobalProgress progress) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.progress = progress;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        for (TopicPartition partition : assignment()) {
            try {
                positions.put(partition, position(partition, Duration.ZERO));
            } catch (TimeoutException e) {
                // The position is being checked with a new leader; the next poll reports it.
            }
        }
        progress.applied(positions);
        return super.poll(timeout);
    }
}
