package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.cli.recorded.SnapshotTable;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.variant.RecordedRow;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * What our topics should hold, according to the resolver's stores: entries as the resolver's own code makes them. Holds
 * the layers of some barcodes of one partition at a time.
 */
final class ExpectedTables implements Side {

    /** The most memory for layers. */
    private static final long MOST_BYTES = 256L << 20;

    private final CatalogLogs logs;
    private final String layers;

    ExpectedTables(CatalogLogs logs) {
        this.logs = logs;
        this.layers = StreamsApp.layersTopic(logs.kafka());
    }

    @Override
    public void read(Receiver receiver) {
        for (TopicPartition partition : logs.partitions(layers)) {
            Set<String> left = readEntries(partition.partition(), any -> true, receiver);
            while (!left.isEmpty()) {
                left = readEntries(partition.partition(), left::contains, receiver);
            }
        }
        logs.readListings(CatalogTopic.SKU_BARCODES, receiver);
    }

    /** Returns the barcodes for which there was no room. */
    private Set<String> readEntries(int partition, Predicate<String> barcodes, Receiver receiver) {
        RecordedLayerRows.Receiver rows = new RecordedLayerRows.Receiver(MOST_BYTES);
        logs.read(layers, partition, record -> {
            String key = CatalogLogs.text(record.key());
            String barcode = RecordedRow.barcodeOf(key);
            if (!barcode.isEmpty() && key.startsWith(barcode + "/") && barcodes.test(barcode)) {
                rows.accept(key, record.value());
            }
        });
        RecordedLayerRows read = rows.rows();
        forEachBarcode(
                read.rows(),
                barcode -> RecordedRow.forEachEntry(barcode, read.rows(), (key, record) -> {
                    Row row = row(key);
                    if (receiver.wants(row)) {
                        receiver.accept(row, 0, 0, ServedTables.content(record));
                    }
                }));
        return read.leftOut();
    }

    /** The rows of a barcode are next to each other. */
    private static void forEachBarcode(SnapshotTable rows, java.util.function.Consumer<String> action) {
        String before = "";
        try (KeyValueIterator<String, byte[]> all = rows.all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> row = all.next();
                String barcode = RecordedRow.barcodeOf(row.key);
                if (!barcode.equals(before)) {
                    action.accept(barcode);
                    before = barcode;
                }
            }
        }
    }

    private static Row row(ScopedVariant key) {
        return new Row(
                VariantKeys.isOfCompany(key) ? CatalogTopic.COMPANY_VARIANTS : CatalogTopic.RESOLVED_VARIANTS,
                VariantKeys.encode(key));
    }

    @Override
    public void settle() {
        logs.settle(List.of(layers, logs.listings()));
    }

    @Override
    public long size() {
        return logs.size(layers) + logs.size(logs.listings());
    }
}
