package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryKey;
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
        VariantStore.@Nullable Open[] stores = new VariantStore.Open[partitions];
        boolean[] asked = new boolean[partitions];
        List<Wanted> here = new ArrayList<>(barcodes.size());
        for (String barcode : barcodes) {
            if (!Ids.isBarcode(barcode)) {
                continue;
            }
            int partition = Partitioning.byBarcode(barcode, partitions);
            if (!asked[partition]) {
                asked[partition] = true;
                stores[partition] = held.find(partition);
            }
            VariantStore.Open store = stores[partition];
            if (store == null) {
                elsewhere.computeIfAbsent(partition, none -> new ArrayList<>()).add(barcode);
            } else {
                here.add(new Wanted(partition, store, EntryKey.everywhere(barcode)));
            }
        }
        long[] places = new long[here.size()];
        for (int i = 0; i < places.length; i++) {
            Wanted wanted = here.get(i);
            places[i] = wanted.store.place(wanted.key);
        }
        @Nullable Slice[] alone = new Slice[places.length];
        for (int i = 0; i < places.length; i++) {
            Wanted wanted = here.get(i);
            alone[i] = wanted.store.findAlone(wanted.key, places[i]);
        }
        for (int i = 0; i < places.length; i++) {
            Wanted wanted = here.get(i);
            if (!find(wanted, scope, alone[i], found)) {
                elsewhere
                        .computeIfAbsent(wanted.partition, none -> new ArrayList<>())
                        .add(wanted.key.barcode());
            }
        }
        return elsewhere;
    }

    /** A variant to be found in a store of this instance. */
    private record Wanted(int partition, VariantStore.Open store, EntryKey key) {}

    /** Returns whether the store could be read. */
    private static boolean find(Wanted wanted, Scope scope, @Nullable Slice alone, Map<String, VariantImage> found) {
        VariantStore.Open store = wanted.store;
        try {
            Slice value = store.find(scope, wanted.key, alone);
            if (value != null) {
                String barcode = wanted.key.barcode();
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
