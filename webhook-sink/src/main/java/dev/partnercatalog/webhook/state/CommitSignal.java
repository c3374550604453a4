package dev.partnercatalog.webhook.state;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A store that stores nothing and reports when its task has committed: everything that was written to the task's other
 * stores before that is then in their changelogs, and the offsets of what was read are in the group. Kafka Streams
 * offers this only to stores. Confined to the task's thread.
 */
public final class CommitSignal implements StateStore {

    public static final String STORE = "commit-signal";

    private boolean open;
    private @Nullable Runnable listener;

    /** Calls {@code committed} on the task's thread after each successful commit. */
    public void listen(Runnable committed) {
        listener = committed;
    }

    @Override
    public String name() {
        return STORE;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(
                root,
                (key, value) -> {
                    throw new IllegalStateException(STORE + " has no changelog to be restored from");
                },
                () -> {
                    if (listener != null) {
                        listener.run();
                    }
                });
        open = true;
    }

    @Override
    public void close() {
        open = false;
        listener = null;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** The builder for the topology. */
    public static StoreBuilder<CommitSignal> builder() {
        return new Builder();
    }

    private static final class Builder implements StoreBuilder<CommitSignal> {

        @Override
        public StoreBuilder<CommitSignal> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<CommitSignal> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<CommitSignal> withLoggingEnabled(Map<String, String> config) {
            throw new UnsupportedOperationException(STORE + " contains nothing to log");
        }

        @Override
        public StoreBuilder<CommitSignal> withLoggingDisabled() {
            return this;
        }

        @Override
        public CommitSignal build() {
            return new CommitSignal();
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }

        @Override
        public String name() {
            return STORE;
        }
    }
}
