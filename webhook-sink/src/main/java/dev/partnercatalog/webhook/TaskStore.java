package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * A store that stores nothing, and tells the task when it has committed: everything that was written to the task's other
 * stores before is then in their changelogs. Kafka Streams tells that only to stores. Confined to the task's thread.
 */
final class TaskStore implements StateStore {

    static final String NAME = "task";

    private boolean open;
    private Runnable committed = () -> {};

    static StoreBuilder<TaskStore> builder() {
        return new UnloggedStoreBuilder<>(NAME, TaskStore::new);
    }

    void onCommit(Runnable then) {
        committed = then;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(
                root,
                (key, value) -> {
                    throw new IllegalStateException(NAME + " has no changelog to be restored from");
                },
                () -> committed.run());
        open = true;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }
}
