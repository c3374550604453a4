package dev.partnercatalog.operations.topic;

import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The records of a topic that can't be read, as many as memory is spared for. Thread-safe. */
final class FoundRecords {

    /** What is kept of one topic. */
    static final int MAX = 10_000;

    /** What their keys may take, each of which may be as large as a record. */
    private static final long MAX_KEY_BYTES = 64 << 20;

    /** Sorted: a hash table of keys that share their hash would compare each with each. */
    private final Map<Slot, UnreadableRecord> records = new TreeMap<>();

    private long keyBytes;
    private boolean areAll = true;

    /**
     * What one record replaces.
     *
     * @param key null where each record counts by itself
     * @param offset 0 where the key tells
     */
    record Slot(int partition, @Nullable ByteBuffer key, long offset) implements Comparable<Slot> {

        private static final Comparator<Slot> ORDER = Comparator.comparingInt(Slot::partition)
                .thenComparingLong(Slot::offset)
                .thenComparing(Slot::key, Comparator.nullsFirst(Comparator.naturalOrder()));

        static Slot of(int partition, byte[] key) {
            return new Slot(partition, ByteBuffer.wrap(key), 0);
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
     * @return whether what it replaced could, and it is kept
     */
    synchronized boolean add(Slot slot, UnreadableRecord fault) {
        boolean isNew = !records.containsKey(slot);
        remove(slot);
        if (records.size() >= MAX || keyBytes + size(fault) > MAX_KEY_BYTES) {
            areAll = false;
            return false;
        }
        records.put(slot, fault);
        keyBytes += size(fault);
        return isNew;
    }

    synchronized void clear() {
        records.clear();
        keyBytes = 0;
        areAll = true;
    }

    private static int size(UnreadableRecord record) {
        return record.key() == null ? 0 : record.key().length;
    }

    /** Whether every record is kept that was found. */
    synchronized boolean areAll() {
        return areAll;
    }

    /** In the order of their places. */
    synchronized List<UnreadableRecord> sorted() {
        return records.values().stream()
                .sorted(Comparator.comparingInt(UnreadableRecord::partition)
                        .thenComparingLong(UnreadableRecord::offset))
                .toList();
    }
}
