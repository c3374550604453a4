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

/**
 * One batch of variants: what this instance's own partitions hold of it, and what has to be looked for elsewhere. For
 * one thread.
 */
final class VariantBatch {

    private static final Logger LOG = LoggerFactory.getLogger(VariantBatch.class);

    /** A variant that lies in a partition of this instance. */
    private record Wanted(int partition, OpenVariants store, EntryKey key) {}

    private final HeldVariants held;
    private final @Nullable OpenVariants[] stores;
    private final boolean[] asked;
    private final List<Wanted> here;
    private final Map<String, VariantImage> found;
    private final Map<Integer, List<String>> elsewhere = new TreeMap<>();

    private VariantBatch(HeldVariants held, int partitions, int size) {
        this.held = held;
        this.stores = new OpenVariants[partitions];
        this.asked = new boolean[partitions];
        this.here = new ArrayList<>(size);
        this.found = new HashMap<>(2 * size);
    }

    /**
     * Reads what is here; barcodes out of form are never found.
     *
     * @param partitions that the topic has
     */
    static VariantBatch read(HeldVariants held, int partitions, Scope scope, Collection<String> barcodes) {
        VariantBatch batch = new VariantBatch(held, partitions, barcodes.size());
        for (String barcode : barcodes) {
            if (Ids.isBarcode(barcode)) {
                batch.add(barcode);
            }
        }
        batch.readHere(scope);
        return batch;
    }

    /** What was found here, by barcode; whoever looks elsewhere adds to it. */
    Map<String, VariantImage> found() {
        return found;
    }

    /** The barcodes that have to be looked for elsewhere, by partition. */
    Map<Integer, List<String>> elsewhere() {
        return elsewhere;
    }

    private void add(String barcode) {
        int partition = Partitioning.byBarcode(barcode, stores.length);
        OpenVariants store = store(partition);
        if (store == null) {
            lookElsewhere(partition, barcode);
        } else {
            here.add(new Wanted(partition, store, EntryKey.everywhere(barcode)));
        }
    }

    private @Nullable OpenVariants store(int partition) {
        if (!asked[partition]) {
            asked[partition] = true;
            stores[partition] = held.find(partition);
        }
        return stores[partition];
    }

    private void lookElsewhere(int partition, String barcode) {
        elsewhere.computeIfAbsent(partition, none -> new ArrayList<>()).add(barcode);
    }

    /** Takes each step for all before the next one, and reads all that stand alone before it looks any further. */
    private void readHere(Scope scope) {
        long[] places = new long[here.size()];
        for (int i = 0; i < places.length; i++) {
            Wanted wanted = here.get(i);
            places[i] = wanted.store.place(wanted.key);
        }
        long[] hashes = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            hashes[i] = here.get(i).store.hash(places[i]);
        }
        @Nullable Slice[] alone = new Slice[places.length];
        for (int i = 0; i < places.length; i++) {
            Wanted wanted = here.get(i);
            alone[i] = wanted.store.findAlone(wanted.key, places[i], hashes[i]);
        }
        for (int i = 0; i < places.length; i++) {
            Wanted wanted = here.get(i);
            if (!read(wanted, scope, alone[i])) {
                lookElsewhere(wanted.partition, wanted.key.barcode());
            }
        }
    }

    /** Returns whether the store could be read. */
    private boolean read(Wanted wanted, Scope scope, @Nullable Slice alone) {
        try {
            Slice value = wanted.store.find(scope, wanted.key, alone);
            if (value != null) {
                VariantImage image = VariantImages.image(value);
                if (image != null) {
                    found.put(wanted.key.barcode(), image);
                }
            }
            return wanted.store.isOpen();
        } catch (InvalidStateStoreException e) {
            LOG.debug("partition {} has just gone elsewhere", wanted.partition, e);
            return false;
        } catch (ProcessorStateException e) {
            LOG.error("The local store of {} can't be read", Table.VARIANTS.baseName(), e);
            return false;
        }
    }
}
