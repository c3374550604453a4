package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.util.Collection;
import java.util.Map;

/** The resolved variants, as images. Thread-safe. */
public final class VariantTable {

    private final HeldVariants held;
    private final RecordSource source;
    private final int partitions;

    /**
     * @param held the partitions that are read here
     * @param source where the others are found
     * @param partitions that the topic has
     */
    public VariantTable(HeldVariants held, RecordSource source, int partitions) {
        this.held = held;
        this.source = source;
        this.partitions = partitions;
    }

    /**
     * The entries that hold at a scope, by barcode; without those that don't resolve, or whose record can't be read.
     *
     * @throws CatalogUnavailableException where a partition can't be read
     */
    public Reading<Map<String, VariantImage>> find(Scope scope, Collection<String> barcodes) {
        VariantBatch batch = VariantBatch.read(held, partitions, scope, barcodes);
        Map<String, VariantImage> found = batch.found();
        if (batch.elsewhere().isEmpty()) {
            return new Reading<>(found, 0);
        }
        Reading<Map<String, byte[]>> others = source.find(Table.VARIANTS, scope, batch.elsewhere());
        others.found().forEach((barcode, value) -> {
            VariantImage image = VariantImages.image(new Slice(value, 0));
            if (image != null) {
                found.put(barcode, image);
            }
        });
        return new Reading<>(found, others.lag());
    }
}
