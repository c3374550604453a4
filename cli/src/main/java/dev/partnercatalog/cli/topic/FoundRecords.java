package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The records of a topic that can't be read, as many as the memory limit allows. Thread-safe. */
final class FoundRecords {

    /** The most records kept for one topic. */
    static final int MAX = 10_000;

    /** The most memory for their keys, each of which may be as large as a record. */
    private static final long MAX_KEY_BYTES = 64 << 20;

    /** Sorted: a hash table would compare each with each if the keys share their hash. */
    private final Map<Slot, UnreadableRecord> records = new TreeMap<>();

    private long keyBytes;

    /** What one record replaces. */
    record Slot(int partition, ByteBuffer key) implements Comparable<Slot> {

        private static final Comparator<Slot> ORDER =
                Comparator.comparingInt(Slot::partition).thenComparing(Slot::key);

        static Slot of(int partition, byte[] key) {
            return new Slot(partition, ByteBuffer.wrap(key));
        }

        @Override
        public int compareTo(Slot other) {
            return ORDER.compare(this, other);
        }
    }

    /** The newest record can be read, or is gone. */
    synchronized void remove(Slot slot) {
        UnreadableRecord before = records.remove(slot);
        keyBytes -= before == null ? 0 : size(before);
    }

    /**
     * The newest record can't be read.
     *
     * @return whether the record that it replaced could be read, and this one is kept
     */
    synchronized boolean add(Slot slot, UnreadableRecord fault) {
        boolean isNew = !records.containsKey(slot);
        remove(slot);
        if (records.size() >= MAX || keyBytes + size(fault) > MAX_KEY_BYTES) {
            return false;
        }
        records.put(slot, fault);
        keyBytes += size(fault);
        return isNew;
    }

    synchronized void clear() {
        records.clear();
        keyBytes = 0;
    }

    private static int size(UnreadableRecord record) {
        return record.key() == null ? 0 : record.key().length;
    }

    /** The records in order of position. */
    synchronized List<UnreadableRecord> sorted() {
        return records.values().stream()
                .sorted(Comparator.comparingInt(UnreadableRecord::partition)
                        .thenComparingLong(UnreadableRecord::offset))
                .toList();
    }
}
