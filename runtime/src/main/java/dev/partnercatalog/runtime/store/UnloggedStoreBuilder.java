package dev.partnercatalog.runtime.store;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Builds stores that Kafka Streams neither logs nor caches. Their content can be read from a topic again, or isn't needed
 * after a restart. Thread-safe if the supplier is.
 *
 * @param stores makes a store, which has this name
 */
public record UnloggedStoreBuilder<S extends StateStore>(String name, Supplier<S> stores) implements StoreBuilder<S> {

    @Override
    public S build() {
        return stores.get();
    }

    @Override
    public StoreBuilder<S> withCachingEnabled() {
        throw new UnsupportedOperationException(name + " isn't cached");
    }

    @Override
    public StoreBuilder<S> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<S> withLoggingEnabled(Map<String, String> config) {
        throw new UnsupportedOperationException(name + " isn't logged");
    }

    @Override
    public StoreBuilder<S> withLoggingDisabled() {
        return this;
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return false;
    }
}
