package dev.partnercatalog.query.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Records and the rows derived from them, which a store accepts together: after a crash it has both or neither. Reads
 * see what the store will contain. Not thread-safe.
 */
final class RowBatch {

    private final KeyValueStore<Bytes, byte[]> disk;
    private final Map<Bytes, byte @Nullable []> changes = new LinkedHashMap<>();

    RowBatch(KeyValueStore<Bytes, byte[]> disk) {
        this.disk = disk;
    }

    byte @Nullable [] get(Bytes key) {
        return changes.containsKey(key) ? changes.get(key) : disk.get(key);
    }

    /** @param value null to remove the existing one */
    void put(Bytes key, byte @Nullable [] value) {
        changes.put(key, value);
    }

    void write() {
        if (changes.size() == 1) {
            changes.forEach(disk::put);
            return;
        }
        List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>(changes.size());
        changes.forEach((key, value) -> entries.add(KeyValue.pair(key, value)));
        disk.putAll(entries);
    }
}
