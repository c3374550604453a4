package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics.TopicReceiver;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One of our small compacted topics in memory. The newest record of a key counts, even if it can't be read: then the
 * key is absent, and doesn't fall back to the record before it. Filled by one thread, read by any.
 *
 * <p>Filling it throws {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if a schema must be
 * fetched from the registry and it doesn't answer; then everything is read again, into another one.
 */
public final class TopicTable<R extends SpecificRecord> implements TopicReceiver {

    private final OwnRecords<R> reader;
    private final Predicate<String> keys;
    private final Map<String, Optional<R>> newest = new ConcurrentHashMap<>();

    /** By what one record replaces: its partition and key. */
    private final Map<String, UnreadableRecord> unreadable = new ConcurrentHashMap<>();

    /** @param keys those that are wanted */
    TopicTable(OwnRecords<R> reader, Predicate<String> keys) {
        this.reader = reader;
        this.keys = keys;
    }

    @Override
    public void accept(ConsumerRecord<byte[], byte[]> record) {
        String key = TopicReceiver.key(record);
        if (key == null || !keys.test(key)) {
            return;
        }
        String slot = record.partition() + "/" + key;
        unreadable.remove(slot);
        try {
            reader.requirePartition(key, record.partition());
        } catch (UnreadableRecordException e) {
            // In a partition other than its key's, it deletes nothing, nor does what replaces it.
            if (record.value() != null) {
                unreadable(slot, record, e);
            }
            return;
        }
        if (record.value() == null) {
            newest.remove(key);
            return;
        }
        try {
            newest.put(key, Optional.of(reader.value(key, record.value())));
        } catch (UnreadableRecordException e) {
            newest.put(key, Optional.empty());
            unreadable(slot, record, e);
        }
    }

    private void unreadable(String slot, ConsumerRecord<byte[], byte[]> record, UnreadableRecordException why) {
        unreadable.put(
                slot,
                new UnreadableRecord(
                        reader.topic(),
                        record.partition(),
                        record.offset(),
                        record.key(),
                        String.valueOf(why.getMessage())));
    }

    /** The record of a key, null if there is none that can be read. */
    public @Nullable R get(String key) {
        return newest.getOrDefault(key, Optional.empty()).orElse(null);
    }

    /** Whether a key has a record, even one that can't be read. */
    public boolean holds(String key) {
        return newest.containsKey(key);
    }

    /** The records that can be read at present, in order of their keys. */
    public Map<String, R> records() {
        Map<String, R> records = new TreeMap<>();
        newest.forEach((key, record) -> record.ifPresent(value -> records.put(key, value)));
        return records;
    }

    /** The records that can't be read, in their order. */
    public List<UnreadableRecord> unreadable() {
        return unreadable.values().stream()
                .sorted(Comparator.comparingInt(UnreadableRecord::partition)
                        .thenComparingLong(UnreadableRecord::offset))
                .toList();
    }

    /** The record of a key, null if there is none; throws {@link OperatorFault} if it can't be read. */
    public @Nullable R readable(String key, Function<UnreadableRecord, String> fault) {
        R found = get(key);
        if (found == null) {
            for (UnreadableRecord record : unreadable()) {
                if (record.key() != null && key.equals(new String(record.key(), StandardCharsets.UTF_8))) {
                    throw new OperatorFault(fault.apply(record));
                }
            }
        }
        return found;
    }
}
