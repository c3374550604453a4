package dev.partnercatalog.streams;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/** Leaves out what is known of the event that made a change, for small records that nothing is sent because of. */
final class WithoutCause<K, V> extends ContextualFixedKeyProcessor<K, V, V> {

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        context().forward(record.withHeaders(new RecordHeaders()));
    }
}
