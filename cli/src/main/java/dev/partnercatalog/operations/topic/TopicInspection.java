package dev.partnercatalog.operations.topic;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the unreadable records of one of our topics, and deletes them, even if their keys can't be read either. Not
 * thread-safe.
 *
 * <p>Its methods throw {@link dev.partnercatalog.schemas.topic.BrokerUnavailableException} if the brokers don't answer,
 * and {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if the registry doesn't.
 */
public final class TopicInspection {

    /** The most records kept for one topic. */
    public static final int MAX_FOUND = FoundRecords.MAX;

    private static final int SHOWN_KEY = 100;

    private final LogReader reader;
    private final OwnRecords<?> records;

    public TopicInspection(LogReader reader, OwnRecords<?> records) {
        this.reader = reader;
        this.records = records;
    }

    /**
     * The unreadable records.
     *
     * @param records the records, in order of position
     * @param areAll whether there are no others than these; at most {@link #MAX_FOUND} are kept, or fewer if their keys
     *     are large
     */
    public record Findings(List<UnreadableRecord> records, boolean areAll) {

        public Findings {
            records = List.copyOf(records);
        }
    }

    /**
     * For a table, the newest record of each key if it can't be read; for other topics, each record that can't be read.
     */
    public Findings unreadable() {
        FoundRecords found = new FoundRecords();
        reader.read(reader.beginnings(), reader.ends(), record -> {
            UnreadableRecord fault = record.value() == null ? null : fault(record);
            if (fault == null) {
                found.remove(slot(record));
            } else {
                found.add(slot(record), fault);
            }
        });
        return new Findings(found.sorted(), found.areAll());
    }

    private FoundRecords.Slot slot(ConsumerRecord<byte[], byte[]> record) {
        return records.topic().isCompacted() && record.key() != null
                ? FoundRecords.Slot.of(record.partition(), record.key())
                : new FoundRecords.Slot(record.partition(), null, record.offset());
    }

    private @Nullable UnreadableRecord fault(ConsumerRecord<byte[], byte[]> record) {
        try {
            records.value(records.key(record.key(), record.partition()), record.value());
            return null;
        } catch (UnreadableRecordException e) {
            return UnreadableRecord.of(records.topic(), record, e);
        }
    }

    /**
     * Deletes the record of a key if its newest one can't be read, whatever partition it is in.
     *
     * @param evenReadable deletes it even if it can be read
     * @return the positions of what was deleted; when it returns, it is gone for good
     * @throws OperatorFault if there is none to delete
     */
    public List<UnreadableRecord> remove(byte[] key, boolean evenReadable, Producer<byte[], byte[]> producer) {
        return remove(key, reader.beginnings(), evenReadable, producer);
    }

    /**
     * Deletes the key of the record at a position, in this partition, if the key's newest record there can't be read.
     * Otherwise like {@link #remove(byte[], boolean, Producer)}.
     */
    public List<UnreadableRecord> remove(
            int partition, long offset, boolean evenReadable, Producer<byte[], byte[]> producer) {
        TopicPartition place = reader.partition(partition);
        Long begin = reader.beginnings().get(place);
        Long end = reader.ends().get(place);
        if (begin == null || end == null) {
            throw new OperatorFault("topic " + name() + " has no partition " + partition);
        }
        List<byte[]> keys = new ArrayList<>();
        if (begin <= offset && offset < end) {
            reader.read(Map.of(place, offset), Map.of(place, offset + 1), record -> keys.add(record.key()));
        }
        if (keys.isEmpty()) {
            throw new OperatorFault("there is no longer a record at " + name() + " " + partition + "-" + offset
                    + ": './catalog topic unreadable " + name() + "' lists what there is");
        }
        return remove(keys.get(0), Map.of(place, offset), evenReadable, producer);
    }

    private List<UnreadableRecord> remove(
            byte[] key, Map<TopicPartition, Long> from, boolean evenReadable, Producer<byte[], byte[]> producer) {
        SortedMap<Integer, ConsumerRecord<byte[], byte[]>> newest = new TreeMap<>();
        reader.read(from, reader.ends(), record -> {
            if (Arrays.equals(key, record.key())) {
                newest.put(record.partition(), record);
            }
        });
        newest.values().removeIf(record -> record.value() == null);
        if (newest.isEmpty()) {
            throw new OperatorFault("there is no record with key " + PrintableText.of(key, SHOWN_KEY) + " in topic "
                    + name() + ": './catalog topic unreadable " + name() + "' lists what there is");
        }
        List<UnreadableRecord> removed = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : newest.values()) {
            UnreadableRecord fault = fault(record);
            if (fault == null && evenReadable) {
                fault = new UnreadableRecord(
                        records.topic(), record.partition(), record.offset(), key, "it could be read");
            }
            if (fault != null) {
                delete(record, producer);
                removed.add(fault);
            }
        }
        if (removed.isEmpty()) {
            throw new OperatorFault("the record with key " + PrintableText.of(key, SHOWN_KEY) + " in topic " + name()
                    + " can be read, so it wasn't removed; use --force to remove it anyway");
        }
        return removed;
    }

    private void delete(ConsumerRecord<byte[], byte[]> record, Producer<byte[], byte[]> producer) {
        BrokerAnswer.await(
                "the record at " + name() + " " + record.partition() + "-" + record.offset() + " was not removed",
                () -> producer.send(new ProducerRecord<>(record.topic(), record.partition(), record.key(), null))
                        .get());
    }

    private String name() {
        return records.topic().baseName();
    }
}
