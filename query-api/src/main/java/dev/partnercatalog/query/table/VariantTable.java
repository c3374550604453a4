package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.Partitioning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The resolved variants, as images. Thread-safe. */
public final class VariantTable {

    private static final Logger LOG = LoggerFactory.getLogger(VariantTable.class);

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
     * The entries that hold at a scope, by barcode; without those that don't resolve.
     *
     * @throws CatalogUnavailableException where a partition can't be read
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException where a record that is needed can't be read
     */
    public Reading<Map<String, VariantImage>> find(Scope scope, Collection<String> barcodes) {
        Map<String, VariantImage> found = new HashMap<>(2 * barcodes.size());
        Map<Integer, List<String>> elsewhere = findHere(scope, barcodes, found);
        if (elsewhere.isEmpty()) {
            return new Reading<>(found, 0);
        }
        Reading<Map<String, byte[]>> others = source.find(Table.VARIANTS, scope, elsewhere);
        others.found()
                .forEach((barcode, value) -> found.put(barcode, VariantImages.image(barcode, new Slice(value, 0))));
        return new Reading<>(found, others.lag());
    }

    /** Adds what this instance's own partitions hold; returns those that have to be looked for, by partition. */
    private Map<Integer, List<String>> findHere(
            Scope scope, Collection<String> barcodes, Map<String, VariantImage> found) {
        Map<Integer, List<String>> elsewhere = new TreeMap<>();
        VariantStore.@Nullable Open[] here = new VariantStore.Open[partitions];
        boolean[] asked = new boolean[partitions];
        for (String barcode : barcodes) {
            if (!Ids.isBarcode(barcode)) {
                continue;
            }
            int partition = Partitioning.byBarcode(barcode, partitions);
            if (!asked[partition]) {
                asked[partition] = true;
                here[partition] = held.find(partition);
            }
            VariantStore.Open store = here[partition];
            if (store == null || !find(store, scope, barcode, found)) {
                elsewhere.computeIfAbsent(partition, none -> new ArrayList<>()).add(barcode);
            }
        }
        return elsewhere;
    }

    /** Returns whether the store could be read. */
    private static boolean find(VariantStore.Open store, Scope scope, String barcode, Map<String, VariantImage> found) {
        try {
            Slice value = store.find(scope, barcode);
            if (value != null) {
                found.put(barcode, VariantImages.image(barcode, value));
            }
            return store.isOpen();
        } catch (InvalidStateStoreException e) {
            return false;
        } catch (ProcessorStateException e) {
            LOG.error("The local store of {} can't be read", Table.VARIANTS.baseName(), e);
            return false;
        }
    }
}
