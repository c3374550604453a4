package dev.partnercatalog.runtime.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Rows that a {@link RowStore} accepts together. Reads see what the store will contain. Not thread-safe. */
public final class RowBatch {

    record Row(RowStore.Family family, Bytes key) {}

    private final RowStore store;
    private final Map<Row, byte @Nullable []> changes = new LinkedHashMap<>();

    /** @param store whose content the batch changes once it is {@linkplain RowStore#write written} */
    public RowBatch(RowStore store) {
        this.store = store;
    }

    /** The value of a row; null if there will be none. */
    public byte @Nullable [] get(RowStore.Family family, byte[] key) {
        Row row = new Row(family, Bytes.wrap(key));
        return changes.containsKey(row) ? changes.get(row) : store.get(family, key);
    }

    /** Puts a row; null removes it. */
    public void put(RowStore.Family family, byte[] key, byte @Nullable [] value) {
        changes.put(new Row(family, Bytes.wrap(key)), value);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    Map<Row, byte @Nullable []> changes() {
        return Collections.unmodifiableMap(changes);
    }
}
