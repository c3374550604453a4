package dev.partnercatalog.streams.input;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The timestamp that an event came with, 0 where it came with none. Kafka Streams by itself stops for ever at a record
 * without a timestamp, or drops it. It is only reported: no decision depends on upstream's clocks.
 */
public final class EventTime implements TimestampExtractor {

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(0, record.timestamp());
    }
}
