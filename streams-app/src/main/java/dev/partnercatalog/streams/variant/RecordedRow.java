package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A layer in the changelog of the resolver's store, by the event that it comes from, to compare it with the inputs.
 *
 * @param topic the input topic
 * @param key the event's key there
 */
public record RecordedRow(LayerTopic topic, String key) {

    /** Reads a row's key; null if the row is no layer, or a company's listing, which isn't the layer of one event. */
    public static @Nullable RecordedRow of(String row) {
        String barcode = barcodeOf(row);
        if (barcode.isEmpty() || !row.startsWith(LayerKey.ofBarcode(barcode))) {
            return null;
        }
        LayerKey.Parsed parsed = row.equals(LayerKey.ofBarcode(barcode))
                ? new LayerKey.Parsed(Scope.everywhere(), LayerKind.BPD)
                : LayerKey.parse(barcode, row);
        LayerTopic layer = LayerTopic.of(parsed.kind(), parsed.scope());
        return layer == null ? null : new RecordedRow(layer, layer.key(new ScopedVariant(parsed.scope(), barcode)));
    }

    /** The barcode that a row is about; empty for a row that is about none. */
    public static String barcodeOf(String key) {
        int end = 0;
        while (end < key.length() && key.charAt(end) != '/' && key.charAt(end) != ' ') {
            end++;
        }
        return key.substring(0, end);
    }

    /** A hash of the layer in the row, as {@link #hash}; null for null. */
    public @Nullable Integer hashOf(byte @Nullable [] row) {
        byte[] layer = LayerRows.layer(row);
        return layer == null ? null : hash(topic.kind(), layer);
    }

    /** A hash of a layer's content. It doesn't depend on the version of the program that encoded the layer. */
    public static int hash(LayerKind kind, byte[] layer) {
        return LayerRows.decode(kind, layer).hashCode();
    }

    /**
     * Passes on every record that follows from the rows of a barcode. Its own revision is 0, except a product's; a
     * reference names that.
     */
    public static void forEachEntry(
            String barcode,
            ReadOnlyKeyValueStore<String, byte[]> rows,
            BiConsumer<ScopedVariant, SpecificRecord> receiver) {
        LayerReader layers = new LayerReader(rows);
        Bpd bpd = layers.bpd(barcode);
        if (bpd == null) {
            return;
        }
        ScopedVariant everywhere = new ScopedVariant(Scope.everywhere(), barcode);
        receiver.accept(everywhere, VariantRecords.variant(everywhere, bpd.revision(), bpd.resolved()));
        layers.forEachCompany(
                barcode,
                company -> new CompanyEntries(bpd, company.company())
                        .forEach(
                                barcode,
                                company,
                                (key, entry) -> receiver.accept(
                                        key, VariantRecords.companyVariant(key, 0, entry, bpd.revision()))));
    }
}
