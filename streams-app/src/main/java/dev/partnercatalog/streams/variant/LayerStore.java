package dev.partnercatalog.streams.variant;

import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Every layer of every barcode of a task. Not thread-safe. */
final class LayerStore extends LayerReader {

    private final KeyValueStore<String, byte[]> store;

    LayerStore(KeyValueStore<String, byte[]> store) {
        super(store);
        this.store = store;
    }

    /** Null is a layer that isn't there. */
    byte @Nullable [] get(String key) {
        return store.get(key);
    }

    void put(String key, byte @Nullable [] layer) {
        store.put(key, layer);
    }
}
