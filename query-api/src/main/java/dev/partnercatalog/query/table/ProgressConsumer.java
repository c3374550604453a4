package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer that reports after each poll how far its partitions are. */
final class ProgressConsumer extends KafkaConsumer<byte[], byte[]> {

    private final TableState tables;
    private Set<TopicPartition> assigned = Set.of();

    ProgressConsumer(Map<String, Object> config, TableState tables) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.tables = tables;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
        Set<TopicPartition> assignment = assignment();
        if (!assignment.equals(assigned)) {
            assigned = Set.copyOf(assignment);
            tables.assigned(this, assigned);
        }
        for (TopicPartition partition : assigned) {
            TablePartition reported = tables.partition(partition);
            if (reported != null) {
                List<ConsumerRecord<byte[], byte[]>> polled = records.records(partition);
                if (!polled.isEmpty()) {
                    reported.polled(polled.get(polled.size() - 1).offset());
                }
                report(partition, reported);
            }
        }
        return records;
    }

    private void report(TopicPartition partition, TablePartition reported) {
        OptionalLong lag = currentLag(partition);
        if (lag.isEmpty()) {
            return;
        }
        try {
            reported.at(position(partition, Duration.ZERO), lag);
        } catch (TimeoutException e) {
            // The position is being checked with a new leader; the next poll reports it.
        }
    }

    @Override
    public void close() {
        tables.assigned(this, Set.of());
        super.close();
    }

    @Override
    public void close(CloseOptions options) {
        tables.assigned(this, Set.of());
        super.close(options);
    }
}
