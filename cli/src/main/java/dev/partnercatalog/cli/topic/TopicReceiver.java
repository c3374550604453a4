package dev.partnercatalog.cli.topic;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Receives the records of a topic, on the reader's thread. */
@FunctionalInterface
public interface TopicReceiver {

    /** Receives one record. */
    void accept(ConsumerRecord<byte[], byte[]> record);

    /** Discards what was received so far: a topic with this number of partitions is read from the beginning. */
    default void begin(int partitions) {}

    /** How far before a partition's end reading starts, in offsets; by default at the partition's beginning. */
    default long latest() {
        return Long.MAX_VALUE;
    }

    /** A record's key as text; null if it has none. */
    static @Nullable String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
    }
}
