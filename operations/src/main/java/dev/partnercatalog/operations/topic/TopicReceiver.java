package dev.partnercatalog.operations.topic;

import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives the records of a topic, in the reader's thread. */
@FunctionalInterface
public interface TopicReceiver {

    /** Receives one record, which has a key. */
    void accept(ConsumerRecord<String, byte[]> record);

    /**
     * Forgets what was received so far: reading begins.
     *
     * @param partitions that the topic has
     */
    default void begin(int partitions) {}

    /** How far before a partition's end reading begins, in offsets; by default at the partition's beginning. */
    default long latest() {
        return Long.MAX_VALUE;
    }

    /** Receives the records of these keys alone. */
    default TopicReceiver only(Predicate<String> keys) {
        return record -> {
            if (keys.test(record.key())) {
                accept(record);
            }
        };
    }
}
