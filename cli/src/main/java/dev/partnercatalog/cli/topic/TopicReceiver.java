package dev.partnercatalog.cli.topic;

import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives the records of a topic, on the reader's thread. */
@FunctionalInterface
public interface TopicReceiver {

    /** Receives one record, which has a key unless {@link #takesKeyless}. */
    void accept(ConsumerRecord<String, byte[]> record);

    /**
     * Discards what was received so far: reading starts from the beginning.
     *
     * @param partitions number of partitions of the topic
     */
    default void begin(int partitions) {}

    /** How far before a partition's end reading starts, in offsets; by default at the partition's beginning. */
    default long latest() {
        return Long.MAX_VALUE;
    }

    /** Whether records without a key are wanted too. */
    default boolean takesKeyless() {
        return false;
    }

    /** Returns this receiver, for the records with these keys only. */
    default TopicReceiver only(Predicate<String> keys) {
        TopicReceiver all = this;
        return new TopicReceiver() {
            @Override
            public void begin(int partitions) {
                all.begin(partitions);
            }

            @Override
            public void accept(ConsumerRecord<String, byte[]> record) {
                if (keys.test(record.key())) {
                    all.accept(record);
                }
            }
        };
    }
}
