package dev.partnercatalog.webhook.state;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A task's store in memory with its changelog, from any prefix of which a new store can be made. */
public class MemoryStore extends InMemoryKeyValueStore {

    private record Write(Bytes key, @Nullable Bytes value) {}

    private Runnable written = () -> {};
    private long reads;
    private final List<Write> changelog = new ArrayList<>();

    public MemoryStore() {
        super(SinkState.STORE);
    }

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
        long[] count = {0};
        all().forEachRemaining(row -> count[0] += row.key.get()[0] == kind ? 1 : 0);
        return count[0];
    }

    @Override
    public synchronized void put(Bytes key, byte @Nullable [] value) {
        changelog.add(new Write(key, value == null ? null : Bytes.wrap(value)));
        super.put(key, value);
        written.run();
    }

    @Override
    public synchronized void putAll(List<KeyValue<Bytes, byte[]>> all) {
        all.forEach(one -> put(one.key, one.value));
    }

    @Override
    public synchronized byte[] delete(Bytes key) {
        byte[] before = super.get(key);
        put(key, null);
        return before;
    }

    @Override
    public byte[] get(Bytes key) {
        reads++;
        return super.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        reads++;
        return super.range(from, to);
    }
}
