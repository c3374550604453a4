package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which barcodes changed at which scope, and when: rows of a store, one for the latest change of each. Times are
 * sequences, two for each offset of the topic, because a listing that moves changes two barcodes.
 *
 * <p>No change is missing from the floor on. The floor is the point at which the store was complete for the first time,
 * and rises as rows exceed the time for which they are kept. While a store has no floor, nothing is recorded: it is
 * being filled for the first time.
 *
 * <p>Changed by one thread at a time, read by any.
 */
final class ChangeIndex {

    private static final long NONE = -1;

    /** The number of time notes during the time for which rows are kept. */
    private static final int NOTES = 64;

    /** The number of rows checked at a time to find outdated ones. */
    private static final int SWEPT_AT_ONCE = 5_000;

    private final KeyValueStore<Bytes, byte[]> disk;
    private final TreeMap<Long, Long> notes = new TreeMap<>();
    private @Nullable Bytes sweptTo;
    private boolean reopened;
    private volatile long floor = NONE;

    ChangeIndex(KeyValueStore<Bytes, byte[]> disk) {
        this.disk = disk;
    }

    static long sequence(long offset) {
        return 2 * offset;
    }

    /** To be called once the store is open. */
    void open() {
        byte[] kept = disk.get(RowKey.FLOOR);
        floor = kept == null ? NONE : RowKey.number(kept);
        sweptTo = RowKey.firstChanged();
        reopened = true;
        try (KeyValueIterator<Bytes, byte[]> all = disk.range(RowKey.firstNote(), RowKey.FLOOR)) {
            while (all.hasNext()) {
                KeyValue<Bytes, byte[]> note = all.next();
                if (!note.key.equals(RowKey.FLOOR)) {
                    notes.put(RowKey.noteTime(note.key.get()), RowKey.number(note.value));
                }
            }
        }
    }

    /** The store has everything before an offset; if this is the first time, changes are recorded from there on. */
    void whole(long offset) {
        if (floor == NONE) {
            disk.put(RowKey.FLOOR, RowKey.number(sequence(offset)));
            floor = sequence(offset);
        }
    }

    /** Whether all changes from a sequence on are known. */
    boolean reaches(long sequence) {
        long lowest = floor;
        return lowest != NONE && sequence >= lowest;
    }

    /**
     * Records a change, unless a later one of the barcode is already recorded: records may be read again after a crash.
     */
    void add(RowBatch batch, Scope scope, String barcode, long sequence) {
        if (floor == NONE || sequence < 0) {
            return;
        }
        Bytes latest = RowKey.latest(scope, barcode);
        byte[] before = batch.get(latest);
        if (before != null) {
            long noted = RowKey.number(before);
            if (noted >= sequence) {
                return;
            }
            batch.put(RowKey.changed(scope, noted, barcode), null);
        }
        batch.put(RowKey.changed(scope, sequence, barcode), new byte[0]);
        batch.put(latest, RowKey.number(sequence));
    }

    /**
     * What changed at a scope, in order of time.
     *
     * @param from the first sequence
     * @param to the first sequence not included
     */
    KeyValueIterator<Bytes, byte[]> since(Scope scope, long from, long to) {
        return disk.range(RowKey.changed(scope, from), RowKey.changed(scope, to));
    }

    /**
     * Drops what is older than the time for which it is kept. To be called from time to time.
     *
     * @param now in milliseconds since the epoch; if the clock was set back, rows are kept for longer
     * @param offset before which everything is in the store
     * @param keptMillis how long rows are kept
     */
    void maintain(long now, long offset, long keptMillis) {
        if (floor == NONE) {
            return;
        }
        if (reopened) {
            reopened = false;
            // Some changes since then may never have arrived here: the topic only keeps the latest ones.
            if (!notes.isEmpty() && now - notes.lastKey() > TopicSettings.MOVES_RETENTION.toMillis()) {
                raiseFloor(sequence(offset));
            }
        }
        if (notes.isEmpty() || now - notes.lastKey() >= keptMillis / NOTES) {
            disk.put(RowKey.note(now), RowKey.number(sequence(offset)));
            notes.put(now, sequence(offset));
        }
        Map.Entry<Long, Long> old = notes.floorEntry(now - keptMillis);
        if (old != null) {
            raiseFloor(old.getValue());
            var past = notes.headMap(old.getKey(), true);
            past.keySet().forEach(time -> disk.put(RowKey.note(time), null));
            past.clear();
        }
        sweep();
    }

    /** Before rows are deleted, since nobody may rely on those. */
    private void raiseFloor(long sequence) {
        if (sequence > floor) {
            disk.put(RowKey.FLOOR, RowKey.number(sequence));
            floor = sequence;
            sweptTo = RowKey.firstChanged();
        }
    }

    private void sweep() {
        Bytes from = sweptTo;
        if (from == null) {
            return;
        }
        RowBatch batch = new RowBatch(disk);
        long lowest = floor;
        Bytes last = null;
        int seen = 0;
        try (KeyValueIterator<Bytes, byte[]> rows = disk.range(from, RowKey.afterAllChanged())) {
            while (rows.hasNext() && seen < SWEPT_AT_ONCE) {
                Bytes row = rows.next().key;
                last = row;
                seen++;
                if (RowKey.changedSequence(row.get()) < lowest) {
                    batch.put(row, null);
                    batch.put(RowKey.latest(RowKey.changedScope(row.get()), RowKey.changedBarcode(row.get())), null);
                }
            }
        }
        sweptTo = seen < SWEPT_AT_ONCE ? null : last;
        batch.write();
    }
}
