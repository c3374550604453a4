package dev.partnercatalog.console.live;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small compacted topic in memory, without the records that can't be read. Filled by one thread, read by any.
 *
 * @param <R> the records' type
 */
final class RecordTable<R extends SpecificRecord> implements FollowedTopics.Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(RecordTable.class);

    /** As many as are named; those beyond are left out all the same. */
    private static final int MAX_UNREADABLE = 1_000;

    private static final int LONG_KEY = 500;

    private final IntFunction<OwnRecords<R>> readers;
    private final ConcurrentNavigableMap<String, R> records = new ConcurrentSkipListMap<>();
    private final ConcurrentNavigableMap<String, UnreadableRecord> unreadable = new ConcurrentSkipListMap<>();
    private @Nullable OwnRecords<R> reader;

    /** @param readers of the topic's records, by how many partitions it has */
    RecordTable(IntFunction<OwnRecords<R>> readers) {
        this.readers = readers;
    }

    @Override
    public void begin(int partitions) {
        reader = readers.apply(partitions);
        records.clear();
        unreadable.clear();
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        OwnRecords<R> reading = reader;
        if (reading == null) {
            throw new IllegalStateException("nothing comes before the beginning");
        }
        String slot = record.partition() + "/" + shortened(record.key());
        if (record.value() == null) {
            unreadable.remove(slot);
        }
        try {
            reading.requirePlace(record.key(), record.partition());
        } catch (UnreadableRecordException e) {
            // In another partition than its key's it takes nothing back, nor does what replaces it.
            if (record.value() != null) {
                leaveOut(slot, reading, record, e);
            }
            return;
        }
        if (record.value() == null) {
            records.remove(record.key());
            return;
        }
        try {
            records.put(record.key(), reading.value(record.key(), record.value()));
            unreadable.remove(slot);
        } catch (UnreadableRecordException e) {
            // What it replaced counts no more.
            records.remove(record.key());
            leaveOut(slot, reading, record, e);
        }
    }

    private void leaveOut(
            String slot, OwnRecords<R> reading, ConsumerRecord<String, byte[]> record, UnreadableRecordException why) {
        UnreadableRecord left = new UnreadableRecord(
                reading.topic(),
                record.partition(),
                record.offset(),
                shortened(record.key()).getBytes(StandardCharsets.UTF_8),
                String.valueOf(why.getMessage()));
        boolean isNew = !unreadable.containsKey(slot);
        if (!isNew || unreadable.size() < MAX_UNREADABLE) {
            unreadable.put(slot, left);
            if (isNew) {
                LOG.warn("a record can't be read, so it isn't shown: {}; {}", left.text(), left.remedy());
            }
        }
    }

    /** As much of a key as is shown, and what tells it from others. */
    private static String shortened(String key) {
        return key.length() <= LONG_KEY ? key : key.substring(0, LONG_KEY) + key.hashCode();
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

    /** The records that are left out. */
    List<UnreadableRecord> unreadable() {
        return List.copyOf(unreadable.values());
    }
}
