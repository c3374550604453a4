package dev.partnercatalog.streams.variant;

import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** Every layer of every barcode of a task, and what is kept beside them. Not thread-safe. */
final class LayerStore extends LayerReader {

    private final ReadOnlyKeyValueStore<String, byte[]> rows;
    private final BiConsumer<String, byte @Nullable []> writer;

    LayerStore(KeyValueStore<String, byte[]> store) {
        this(store, store::put);
    }

    /** @param writer sets the row of a key, with null takes it away */
    LayerStore(ReadOnlyKeyValueStore<String, byte[]> rows, BiConsumer<String, byte @Nullable []> writer) {
        super(rows);
        this.rows = rows;
        this.writer = writer;
    }

    /** A row as it is held; null where there is none. */
    byte @Nullable [] get(String key) {
        return rows.get(key);
    }

    /** Sets a row; null takes it away. */
    void put(String key, byte @Nullable [] row) {
        writer.accept(key, row);
    }
}
