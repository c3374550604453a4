package dev.partnercatalog.streams.variant;

import java.util.Arrays;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Every layer of every barcode of a task. Not thread-safe. */
final class LayerStore extends LayerReader {

    private final KeyValueStore<String, byte[]> store;

    LayerStore(KeyValueStore<String, byte[]> store) {
        super(store);
        this.store = store;
    }

    /** Whether a layer is already as given; null is a layer that isn't there. */
    boolean holds(String key, byte @Nullable [] layer) {
        return Arrays.equals(store.get(key), layer);
    }

    void put(String key, byte @Nullable [] layer) {
        store.put(key, layer);
    }
}
