package dev.partnercatalog.webhook.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A task's store in memory with its changelog, from any prefix of which a new store can be made. */
public class MemoryStore implements KeyValueStore<Bytes, byte[]> {

    private record Write(Bytes key, @Nullable Bytes value) {}

    private final ConcurrentSkipListMap<Bytes, byte[]> entries = new ConcurrentSkipListMap<>();
    private Runnable written = () -> {};
    private long reads;
    private final List<Write> changelog = new ArrayList<>();

    /** The number of reads so far. */
    public long reads() {
        return reads;
    }

    /** The number of writes so far. */
    public int length() {
        return changelog.size();
    }

    /** Does this after each write from now on; also in what is restored from it. */
    public void afterEachWrite(Runnable then) {
        written = then;
    }

    /** What another machine would have after reading the first {@code length} writes. */
    public MemoryStore restored(int length) {
        MemoryStore restored = new MemoryStore();
        changelog
                .subList(0, length)
                .forEach(write -> restored.put(
                        write.key(),
                        write.value() == null ? null : write.value().get()));
        restored.written = written;
        return restored;
    }

    public long count(char kind) {
        return entries.keySet().stream().filter(key -> key.get()[0] == kind).count();
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        changelog.add(new Write(key, value == null ? null : Bytes.wrap(value)));
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
        written.run();
    }

    @Override
    @SuppressWarnings("NullAway") // Kafka's contract: null if the key is absent
    public byte[] get(Bytes key) {
        reads++;
        return entries.get(key);
    }

    @Override
    @SuppressWarnings("NullAway") // Kafka's contract: null if the key is absent
    public byte[] delete(Bytes key) {
        byte[] before = entries.get(key);
        put(key, null);
        return before;
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        reads++;
        return new Entries(entries.subMap(from, true, to, true));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        reads++;
        return new Entries(entries);
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> all) {
        all.forEach(one -> put(one.key, one.value));
    }

    @Override
    public long approximateNumEntries() {
        return entries.size();
    }

    @Override
    public String name() {
        return SinkState.STORE;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    private static final class Entries implements KeyValueIterator<Bytes, byte[]> {

        private NavigableMap<Bytes, byte[]> left;

        Entries(NavigableMap<Bytes, byte[]> entries) {
            this.left = entries;
        }

        @Override
        public boolean hasNext() {
            return !left.isEmpty();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> next = left.firstEntry();
            left = left.tailMap(next.getKey(), false);
            return KeyValue.pair(next.getKey(), next.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            return left.firstKey();
        }

        @Override
        public void close() {}
    }
}
