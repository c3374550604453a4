package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;

/**
 * Which barcodes changed at which scope, and when: rows of a store, one for the latest change of each. Times are
 * sequences, two for each offset of the topic, because a listing that moves changes two barcodes. They mean the same at
 * every instance, a new one included: the topic holds the latest record of each key, and for a week every record and
 * every deletion, so that no change of a week is missing.
 */
final class ChangeIndex {

    private static final byte[] NO_VALUE = {};

    private final RowStore rows;

    ChangeIndex(RowStore rows) {
        this.rows = rows;
    }

    static long sequence(long offset) {
        return 2 * offset;
    }

    /**
     * Records a change, unless a later one of the barcode is already recorded: records may be read again after a crash.
     */
    static void add(RowBatch batch, Scope scope, String barcode, long sequence) {
        byte[] latest = RowKey.latest(scope, barcode);
        byte[] before = batch.get(Family.LATEST, latest);
        if (before != null) {
            long noted = RowKey.number(before);
            if (noted >= sequence) {
                return;
            }
            batch.put(Family.CHANGES, RowKey.changed(scope, noted, barcode), null);
        }
        batch.put(Family.CHANGES, RowKey.changed(scope, sequence, barcode), NO_VALUE);
        batch.put(Family.LATEST, latest, RowKey.number(sequence));
    }

    /**
     * What changed at a scope, in order of time.
     *
     * @param from the first sequence
     * @param to the first sequence not included
     */
    RowRange since(Scope scope, long from, long to) {
        return rows.rows(Family.CHANGES, RowKey.changed(scope, from), RowKey.changed(scope, to));
    }
}
