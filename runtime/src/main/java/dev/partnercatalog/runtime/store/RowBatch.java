package dev.partnercatalog.runtime.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** The values of several rows, in the order of their keys; null for those that there will be none of. */
    public List<byte @Nullable []> getAll(RowStore.Family family, List<byte[]> keys) {
        List<byte[]> unchanged = keys.stream()
                .filter(key -> !changes.containsKey(new Row(family, Bytes.wrap(key))))
                .toList();
        List<byte @Nullable []> stored = store.getAll(family, unchanged);
        if (unchanged.size() == keys.size()) {
            return stored;
        }
        Iterator<byte @Nullable []> next = stored.iterator();
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            Row row = new Row(family, Bytes.wrap(key));
            values.add(changes.containsKey(row) ? changes.get(row) : next.next());
        }
        return values;
    }

    /** Puts a row; null removes it. */
    public void put(RowStore.Family family, byte[] key, byte @Nullable [] value) {
        changes.put(new Row(family, Bytes.wrap(key)), value);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** The number of rows that it changes. */
    public int size() {
        return changes.size();
    }

    Map<Row, byte @Nullable []> changes() {
        return Collections.unmodifiableMap(changes);
    }
}
