package dev.partnercatalog.streams.commit;

import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Records the work of a processor for its stream thread. */
final class PromptProcessor<K, V, K2, V2> implements Processor<K, V, K2, V2> {

    private final Processor<K, V, K2, V2> processor;
    private final Supplier<UncommittedWork> ofThread;
    private @Nullable ProcessorContext<K2, V2> context;

    PromptProcessor(Processor<K, V, K2, V2> processor, Supplier<UncommittedWork> ofThread) {
        this.processor = processor;
        this.ofThread = ofThread;
    }

    @Override
    public void init(ProcessorContext<K2, V2> given) {
        context = given;
        processor.init(given);
    }

    @Override
    public void process(Record<K, V> record) {
        try {
            processor.process(record);
        } finally {
            // A rejected record becomes a dead letter in the same transaction.
            ofThread.get().add(Objects.requireNonNull(context));
        }
    }

    @Override
    public void close() {
        processor.close();
    }
}
