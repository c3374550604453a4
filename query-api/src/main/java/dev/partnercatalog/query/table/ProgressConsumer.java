package dev.partnercatalog.query.table;

import java.time.Duration;
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

    private final TableProgress tables;
    private final ConsumerProgress progress;

    ProgressConsumer(Map<String, Object> config, TableProgress tables) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.tables = tables;
        this.progress = new ConsumerProgress(tables, System::nanoTime);
        tables.add(progress);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
        Set<TopicPartition> assignment = assignment();
        progress.assigned(assignment);
        for (TopicPartition partition : records.partitions()) {
            var polled = records.records(partition);
            ConsumerRecord<byte[], byte[]> last = polled.get(polled.size() - 1);
            progress.polled(partition, last.offset());
        }
        assignment.forEach(this::report);
        return records;
    }

    private void report(TopicPartition partition) {
        OptionalLong lag = currentLag(partition);
        if (lag.isEmpty()) {
            return;
        }
        try {
            progress.at(partition, position(partition, Duration.ZERO), lag);
        } catch (TimeoutException e) {
            // The position is being checked with a new leader; the next poll reports it.
        }
    }

    @Override
    public void close() {
        tables.remove(progress);
        super.close();
    }

    @Override
    public void close(CloseOptions options) {
        tables.remove(progress);
        super.close(options);
    }
}
