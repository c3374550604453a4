package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One of our small compacted topics in memory. The newest record of a key counts, even if it can't be read: then the
 * key is absent, and doesn't fall back to the record before it. Filled by one thread, read by any.
 *
 * <p>Filling it throws {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if a schema must be
 * fetched from the registry and it doesn't answer; then everything is read again.
 *
 * @param <R> the records' type
 */
public final class TopicTable<R extends SpecificRecord> implements TopicReceiver {

    private final IntFunction<OwnRecords<R>> readers;
    private final Consumer<UnreadableRecord> receiver;
    private final ConcurrentNavigableMap<String, Optional<R>> newest = new ConcurrentSkipListMap<>();
    private final FoundRecords unreadable = new FoundRecords();
    private @Nullable OwnRecords<R> reader;

    /**
     * Creates a table that follows its topic.
     *
     * @param readers creates a reader of the topic's records, given its number of partitions
     * @param receiver receives each record that can't be read, on the thread that fills the table
     */
    public TopicTable(IntFunction<OwnRecords<R>> readers, Consumer<UnreadableRecord> receiver) {
        this.readers = readers;
        this.receiver = receiver;
    }

    /** Creates a table that is read once, ready to be filled. */
    public TopicTable(OwnRecords<R> reader) {
        this(partitions -> reader, record -> {});
        this.reader = reader;
    }

    @Override
    public void begin(int partitions) {
        reader = readers.apply(partitions);
        newest.clear();
        unreadable.clear();
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        OwnRecords<R> reading = reader;
        if (reading == null) {
            throw new IllegalStateException("the table has not been begun");
        }
        try {
            reading.requirePlace(record.key(), record.partition());
        } catch (UnreadableRecordException e) {
            // In a partition other than its key's, it deletes nothing, nor does what replaces it.
            leaveOut(reading, record, e);
            return;
        }
        if (record.value() == null) {
            newest.remove(record.key());
            unreadable.remove(slot(record));
            return;
        }
        try {
            newest.put(record.key(), Optional.of(reading.value(record.key(), record.value())));
            unreadable.remove(slot(record));
        } catch (UnreadableRecordException e) {
            newest.put(record.key(), Optional.empty());
            leaveOut(reading, record, e);
        }
    }

    private void leaveOut(OwnRecords<R> reading, ConsumerRecord<String, byte[]> record, UnreadableRecordException why) {
        if (record.value() == null) {
            unreadable.remove(slot(record));
            return;
        }
        UnreadableRecord left = new UnreadableRecord(
                reading.topic(),
                record.partition(),
                record.offset(),
                bytes(record.key()),
                String.valueOf(why.getMessage()));
        if (unreadable.add(slot(record), left)) {
            receiver.accept(left);
        }
    }

    private static FoundRecords.Slot slot(ConsumerRecord<String, byte[]> record) {
        return FoundRecords.Slot.of(record.partition(), bytes(record.key()));
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** The record of a key, null if there is none that can be read. */
    public @Nullable R get(String key) {
        return newest.getOrDefault(key, Optional.empty()).orElse(null);
    }

    /** Whether a key has a record, even one that can't be read. */
    public boolean holds(String key) {
        return newest.containsKey(key);
    }

    /** All records that can be read, in the order of their keys. */
    public List<R> all() {
        return newest.values().stream().flatMap(Optional::stream).toList();
    }

    /** The records that can be read and whose keys have this prefix, in order of their keys. */
    public List<R> under(String prefix) {
        return newest.subMap(prefix, prefix + Character.MAX_VALUE).values().stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Passes on all records that can be read with their keys, in order. */
    public void forEach(BiConsumer<String, R> receiver) {
        newest.forEach((key, record) -> record.ifPresent(value -> receiver.accept(key, value)));
    }

    /** The records that are left out; if there are very many, only some of them. */
    public List<UnreadableRecord> unreadable() {
        return unreadable.sorted();
    }

    /** The current content of the table. */
    public TableContents<R> contents() {
        return new TableContents<>(
                newest.entrySet().stream()
                        .filter(entry -> entry.getValue().isPresent())
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().orElseThrow())),
                unreadable());
    }
}
