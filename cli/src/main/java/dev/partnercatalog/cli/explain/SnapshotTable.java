package dev.partnercatalog.cli.explain;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A few records of a topic as bytes, in place of the store that an application would build from it, as far as their
 * readers use it: by key and by prefix. Not thread-safe.
 */
final class SnapshotTable implements ReadOnlyKeyValueStore<String, byte[]> {

    private final TreeMap<String, byte[]> records = new TreeMap<>();

    /** @param value null deletes the key's record */
    void put(String key, byte @Nullable [] value) {
        if (value == null) {
            records.remove(key);
        } else {
            records.put(key, value);
        }
    }

    @Override
    public byte @Nullable [] get(String key) {
        return records.get(key);
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<String, byte[]> prefixScan(P prefix, S serializer) {
        String text = new String(serializer.serialize(null, prefix), StandardCharsets.UTF_8);
        Iterator<Map.Entry<String, byte[]>> found = records.tailMap(text).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(text))
                .iterator();
        return new KeyValueIterator<>() {

            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public KeyValue<String, byte[]> next() {
                Map.Entry<String, byte[]> entry = found.next();
                return KeyValue.pair(entry.getKey(), entry.getValue());
            }

            @Override
            public String peekNextKey() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long approximateNumEntries() {
        return records.size();
    }
}
