package dev.partnercatalog.streams.variant;

import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** All layers of all barcodes of a task, and what is kept along with them. Not thread-safe. */
final class LayerStore extends LayerReader {

    private final ReadOnlyKeyValueStore<String, byte[]> rows;
    private final BiConsumer<String, byte @Nullable []> writer;

    LayerStore(KeyValueStore<String, byte[]> store) {
        this(store, store::put);
    }

    /** @param writer sets the row of a key; null deletes it */
    LayerStore(ReadOnlyKeyValueStore<String, byte[]> rows, BiConsumer<String, byte @Nullable []> writer) {
        super(rows);
        this.rows = rows;
        this.writer = writer;
    }

    /** The stored row; null if there is none. */
    byte @Nullable [] get(String key) {
        return rows.get(key);
    }

    /** Sets a row; null deletes it. */
    void put(String key, byte @Nullable [] row) {
        writer.accept(key, row);
    }
}
