package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * An event in the order of its key's events: by where it was first published. Within one partition that is the offset.
 * If a key's events are in several partitions, Kafka knows no order, and their timestamps are the best available.
 *
 * @param origin where it was first published
 * @param timestamp timestamp in milliseconds since 1970
 */
record KeyedEvent(LogPosition origin, long timestamp) {

    static KeyedEvent of(Source source) {
        return new KeyedEvent(source.origin(), source.timestamp());
    }

    static KeyedEvent of(ConsumerRecord<byte[], byte[]> record) {
        LogPosition origin = DeadLetter.origin(record.headers());
        return new KeyedEvent(
                origin == null ? new LogPosition(record.partition(), record.offset()) : origin, record.timestamp());
    }

    boolean isNewerThan(KeyedEvent other) {
        return origin.partition() == other.origin.partition()
                ? origin.offset() > other.origin.offset()
                : timestamp > other.timestamp;
    }
}
