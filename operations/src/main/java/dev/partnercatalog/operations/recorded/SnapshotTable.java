package dev.partnercatalog.operations.recorded;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** Records of a topic as they were at one moment, in the place of the store that an application would fill from it. */
final class SnapshotTable implements ReadOnlyKeyValueStore<String, byte[]> {

    private final TreeMap<String, byte[]> records;

    SnapshotTable(SortedMap<String, byte[]> records) {
        this.records = new TreeMap<>(records);
    }

    @Override
    public byte @Nullable [] get(String key) {
        return records.get(key);
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> range = from == null ? records : records.tailMap(from, true);
        return new Entries(to == null ? range : range.headMap(to, true));
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        return new Entries(records);
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<String, byte[]> prefixScan(P prefix, S serializer) {
        String text = new String(serializer.serialize(null, prefix), StandardCharsets.UTF_8);
        TreeMap<String, byte[]> found = new TreeMap<>(records.tailMap(text, true));
        found.keySet().removeIf(key -> !key.startsWith(text));
        return new Entries(found);
    }

    @Override
    public long approximateNumEntries() {
        return records.size();
    }

    private static final class Entries implements KeyValueIterator<String, byte[]> {

        private final Iterator<Map.Entry<String, byte[]>> entries;
        private Map.@Nullable Entry<String, byte[]> next;

        Entries(SortedMap<String, byte[]> records) {
            entries = records.entrySet().iterator();
            advance();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public String peekNextKey() {
            return require().getKey();
        }

        @Override
        public KeyValue<String, byte[]> next() {
            Map.Entry<String, byte[]> entry = require();
            advance();
            return KeyValue.pair(entry.getKey(), entry.getValue());
        }

        @Override
        public void close() {
            next = null;
        }

        private void advance() {
            next = entries.hasNext() ? entries.next() : null;
        }

        private Map.Entry<String, byte[]> require() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            return next;
        }
    }
}
