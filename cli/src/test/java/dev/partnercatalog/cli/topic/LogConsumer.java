package dev.partnercatalog.cli.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** A consumer that finds what was written to any partition whenever it is assigned that partition. */
public final class LogConsumer extends MockConsumer<String, byte[]> {

    private final Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> log;
    private final Map<TopicPartition, Integer> passedOn = new HashMap<>();

    /** A consumer with a separate, empty log. */
    public LogConsumer() {
        this(new HashMap<>());
    }

    private LogConsumer(Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> log) {
        super("none");
        this.log = log;
    }

    /** Another consumer of the same log. */
    public LogConsumer another() {
        return new LogConsumer(log);
    }

    /** Writes a record, later by a millisecond than the one written before it; a null value is a tombstone. */
    @SuppressWarnings("NullAway") // Kafka's contract: null values are tombstones
    public void write(String topic, int partition, String key, byte @Nullable [] value) {
        List<ConsumerRecord<String, byte[]>> records =
                log.computeIfAbsent(new TopicPartition(topic, partition), any -> new ArrayList<>());
        long before = log.values().stream().mapToLong(List::size).sum();
        records.add(new ConsumerRecord<>(
                topic,
                partition,
                records.size(),
                before,
                TimestampType.CREATE_TIME,
                key.length(),
                value == null ? 0 : value.length,
                key,
                value,
                new RecordHeaders(),
                Optional.empty()));
    }

    @Override
    public synchronized void assign(Collection<TopicPartition> partitions) {
        super.assign(partitions);
        updateBeginningOffsets(partitions.stream().collect(Collectors.toMap(partition -> partition, any -> 0L)));
        updateEndOffsets(partitions.stream().collect(Collectors.toMap(partition -> partition, partition ->
                (long) records(partition).size())));
        passedOn.clear();
    }

    @Override
    public synchronized ConsumerRecords<String, byte[]> poll(Duration timeout) {
        for (TopicPartition partition : assignment()) {
            List<ConsumerRecord<String, byte[]>> records = records(partition);
            int next = passedOn.getOrDefault(partition, 0);
            records.subList(next, records.size()).forEach(this::addRecord);
            passedOn.put(partition, records.size());
        }
        return super.poll(timeout);
    }

    private List<ConsumerRecord<String, byte[]>> records(TopicPartition partition) {
        return log.getOrDefault(partition, List.of());
    }
}
