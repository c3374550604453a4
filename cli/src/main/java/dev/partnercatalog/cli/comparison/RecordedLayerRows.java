package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.cli.recorded.SnapshotTable;
import dev.partnercatalog.cli.topic.TopicReceiver;
import dev.partnercatalog.streams.variant.RecordedRow;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the resolver's store.
 *
 * @param rows the rows, complete for each barcode
 * @param leftOut barcodes whose rows would have taken too much memory
 */
public record RecordedLayerRows(SnapshotTable rows, Set<String> leftOut) {

    public RecordedLayerRows {
        leftOut = Set.copyOf(leftOut);
    }

    /** Keeps the rows of as many barcodes as the memory limit allows. Not thread-safe. */
    public static final class Receiver implements TopicReceiver {

        /**
         * What a row takes besides its key's characters and its value: two arrays, a string, and an entry in each of
         * two tables.
         */
        private static final int ROW_BYTES = 150;

        private final long most;
        private final SnapshotTable rows = new SnapshotTable();
        private final Set<String> leftOut = new HashSet<>();
        private long bytes;

        /** @param most limit in bytes; barcodes that come after it is reached are left out */
        public Receiver(long most) {
            this.most = most;
        }

        @Override
        public void accept(ConsumerRecord<String, byte[]> record) {
            accept(record.key(), record.value());
        }

        /** Receives the next row; null deletes it. */
        public void accept(String row, byte @Nullable [] value) {
            String barcode = RecordedRow.barcodeOf(row);
            if (leftOut.contains(barcode)) {
                return;
            }
            put(row, value);
            if (bytes > most) {
                leftOut.add(barcode);
                rows.keys(barcode).stream()
                        .filter(key -> RecordedRow.barcodeOf(key).equals(barcode))
                        .forEach(key -> put(key, null));
            }
        }

        private void put(String key, byte @Nullable [] value) {
            bytes += size(key, value) - size(key, rows.get(key));
            rows.put(key, value);
        }

        private static long size(String key, byte @Nullable [] value) {
            return value == null ? 0 : key.length() + ROW_BYTES + value.length;
        }

        /** What was received. */
        public RecordedLayerRows rows() {
            return new RecordedLayerRows(rows, leftOut);
        }
    }
}
