package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.LogReader;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads a topic on, each time to its present end. Not thread-safe. */
public final class TopicReading {

    private final LogReader log;
    private final Consumer<ConsumerRecord<byte[], byte[]>> receiver;
    private final Map<TopicPartition, Long> next;

    /** @param next where reading begins, unless that is gone; a partition that isn't in it is read from its beginning */
    public TopicReading(
            LogReader log, Map<TopicPartition, Long> next, Consumer<ConsumerRecord<byte[], byte[]>> receiver) {
        this.log = log;
        this.next = next;
        this.receiver = receiver;
    }

    /** Passes on what has arrived since the last call. */
    public void advance() {
        Map<TopicPartition, Long> from = log.beginnings();
        next.forEach((partition, offset) -> from.merge(partition, offset, Math::max));
        Map<TopicPartition, Long> ends = log.ends();
        log.read(from, ends, receiver);
        next.putAll(ends);
    }
}
