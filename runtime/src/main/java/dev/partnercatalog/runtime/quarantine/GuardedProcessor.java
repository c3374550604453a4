package dev.partnercatalog.runtime.quarantine;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A processor directly after a source, whose records are tracked by a {@link Quarantine}. */
final class GuardedProcessor<K, V, K2, V2> implements Processor<K, V, K2, V2> {

    private final Processor<K, V, K2, V2> processor;
    private final Quarantine quarantine;
    private @Nullable ProcessorContext<K2, V2> context;
    private @Nullable CurrentRecord current;

    GuardedProcessor(Processor<K, V, K2, V2> processor, Quarantine quarantine) {
        this.processor = processor;
        this.quarantine = quarantine;
    }

    @Override
    public void init(ProcessorContext<K2, V2> given) {
        context = given;
        current = quarantine.currentRecords().add();
        processor.init(given);
    }

    @Override
    public void process(Record<K, V> record) {
        if (context == null || current == null) {
            throw new IllegalStateException("not initialized");
        }
        RecordMetadata at = context.recordMetadata().orElseThrow();
        quarantine.process(
                current, new RecordPosition(at.topic(), at.partition(), at.offset()), () -> processor.process(record));
    }

    @Override
    public void close() {
        if (current != null) {
            quarantine.currentRecords().remove(current);
            current = null;
        }
        processor.close();
    }
}
