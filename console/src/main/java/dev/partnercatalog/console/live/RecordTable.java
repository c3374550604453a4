package dev.partnercatalog.console.live;

import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A small compacted topic in memory. Filled by one thread, read by any.
 *
 * @param <R> the records' type
 */
final class RecordTable<R extends SpecificRecord> implements FollowedTopics.Receiver {

    private final RecordReader<R> reader;
    private final ConcurrentNavigableMap<String, R> records = new ConcurrentSkipListMap<>();

    /** @param topic its full name */
    RecordTable(String topic, Class<R> type, SchemaRegistry registry) {
        this.reader = new RecordReader<>(topic, type, registry);
    }

    @Override
    public void begin() {
        records.clear();
    }

    @Override
    public void accept(String key, byte @Nullable [] value) {
        if (value == null) {
            records.remove(key);
        } else {
            reader.read(key, value).ifPresent(record -> records.put(key, record));
        }
    }

    @Nullable
    R get(String key) {
        return records.get(key);
    }

    /** All records in the order of their keys. */
    List<R> all() {
        return List.copyOf(records.values());
    }

    /** The records whose keys begin like this. */
    List<R> under(String prefix) {
        return List.copyOf(records.subMap(prefix, prefix + Character.MAX_VALUE).values());
    }
}
