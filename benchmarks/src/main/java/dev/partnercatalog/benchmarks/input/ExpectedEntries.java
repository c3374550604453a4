package dev.partnercatalog.benchmarks.input;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Entries in their final state, whatever they were on the way there. */
public final class ExpectedEntries implements AwaitedRecords {

    /** One in this many keys is kept for comparison. */
    private static final int SAMPLE = 500;

    private final Map<String, Optional<Markers>> outstanding;
    private final Map<String, byte[]> sample = new HashMap<>();
    private long records;
    private long bytes;

    public ExpectedEntries(Map<String, Optional<Markers>> expected) {
        this.outstanding = new HashMap<>(expected);
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        byte[] value = record.value();
        records++;
        bytes += record.key().length + (value == null ? 0 : value.length);
        Optional<Markers> expected = outstanding.get(key);
        Optional<Markers> found = value == null ? Optional.empty() : Optional.of(Markers.in(value));
        if (found.equals(expected)) {
            outstanding.remove(key);
        }
        if (value != null && key.hashCode() % SAMPLE == 0) {
            sample.put(key, value);
        }
    }

    @Override
    public boolean isComplete() {
        return outstanding.isEmpty();
    }

    @Override
    public String missing() {
        return outstanding.size() + " entries, such as "
                + outstanding.entrySet().stream().limit(3).toList();
    }

    /** The number of records. */
    public long records() {
        return records;
    }

    /** The size of all records, keys and values. */
    public long bytes() {
        return bytes;
    }

    /** The latest value of some keys. */
    public Map<String, byte[]> sample() {
        return sample;
    }
}
