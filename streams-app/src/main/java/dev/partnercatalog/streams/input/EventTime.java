package dev.partnercatalog.streams.input;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The timestamp of an event, or 0 if it has none. By default, Kafka Streams stops for good at a record without a
 * timestamp, or drops it. The time is only reported: no decision depends on upstream's clocks.
 */
public final class EventTime implements TimestampExtractor {

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(0, record.timestamp());
    }
}
