package dev.partnercatalog.streams.commit;

import dev.partnercatalog.runtime.quarantine.SourcedProducer;
import java.util.Map;
import java.util.function.Supplier;

/** A stream thread's producer, whose transactions are the thread's commits. */
final class PromptProducer extends SourcedProducer {

    private final Supplier<UncommittedWork> ofThread;

    PromptProducer(Map<String, Object> properties, Supplier<UncommittedWork> ofThread) {
        super(properties);
        this.ofThread = ofThread;
    }

    @Override
    public void commitTransaction() {
        super.commitTransaction();
        ofThread.get().committed();
    }
}
