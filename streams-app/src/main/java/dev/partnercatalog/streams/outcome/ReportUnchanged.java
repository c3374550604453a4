package dev.partnercatalog.streams.outcome;

import dev.partnercatalog.records.UnchangedEvent;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/** Receives what changed nothing, and passes on what to write for those events whose publishers ask. */
public final class ReportUnchanged<K, V> extends ContextualFixedKeyProcessor<K, V, UnchangedEvent> {

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        UnchangedEvent unchanged = Unchanged.of(record.headers());
        if (unchanged != null) {
            context().forward(record.withValue(unchanged));
        }
    }
}
