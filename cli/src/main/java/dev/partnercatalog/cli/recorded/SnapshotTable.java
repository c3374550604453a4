package dev.partnercatalog.cli.recorded;

import dev.partnercatalog.cli.topic.TopicReceiver;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A few records of a topic as bytes, in place of the store that an application would build from it. Not thread-safe. */
public final class SnapshotTable implements ReadOnlyKeyValueStore<String, byte[]>, TopicReceiver {

    private final NavigableMap<String, byte[]> records = new TreeMap<>();

    /** Sets the record of a key; null removes it. */
    public void put(String key, byte @Nullable [] value) {
        if (value == null) {
            records.remove(key);
        } else {
            records.put(key, value);
        }
    }

    /** The keys with this prefix. */
    public List<String> keys(String prefix) {
        return records.tailMap(prefix, true).keySet().stream()
                .takeWhile(key -> key.startsWith(prefix))
                .toList();
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        put(record.key(), record.value());
    }

    @Override
    public byte @Nullable [] get(String key) {
        return records.get(key);
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> range = from == null ? records : records.tailMap(from, true);
        return new Entries((to == null ? range : range.headMap(to, true)).entrySet().stream());
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        return range(null, null);
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<String, byte[]> prefixScan(P prefix, S serializer) {
        String text = new String(serializer.serialize(null, prefix), StandardCharsets.UTF_8);
        return new Entries(records.tailMap(text, true).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(text)));
    }

    @Override
    public long approximateNumEntries() {
        return records.size();
    }

    private static final class Entries implements KeyValueIterator<String, byte[]> {

        private final Deque<KeyValue<String, byte[]>> left = new ArrayDeque<>();

        Entries(Stream<Map.Entry<String, byte[]>> entries) {
            entries.forEach(entry -> left.add(KeyValue.pair(entry.getKey(), entry.getValue())));
        }

        @Override
        public boolean hasNext() {
            return !left.isEmpty();
        }

        @Override
        public String peekNextKey() {
            return left.element().key;
        }

        @Override
        public KeyValue<String, byte[]> next() {
            return left.remove();
        }

        @Override
        public void close() {
            left.clear();
        }
    }
}
