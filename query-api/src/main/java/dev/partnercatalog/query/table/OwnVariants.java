package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A partition of variants that this instance itself keeps up to date, from memory as far as it is there. Thread-safe. */
record OwnVariants(OpenVariants store, int partition) implements PartitionedStore.Partition {

    private static final Logger LOG = LoggerFactory.getLogger(OwnVariants.class);

    @Override
    public byte @Nullable [] find(Scope scope, String barcode) {
        EntryKey everywhere = EntryKey.everywhere(barcode);
        try {
            long place = store.place(everywhere);
            Slice found = store.find(scope, everywhere, store.findAlone(everywhere, place, store.hash(place)));
            if (store.isOpen()) {
                return found == null ? null : VariantImages.bytes(found);
            }
        } catch (InvalidStateStoreException e) {
            LOG.debug("partition {} has just gone elsewhere", partition, e);
        } catch (ProcessorStateException e) {
            LOG.error("The local store of {} can't be read", Table.VARIANTS.baseName(), e);
        }
        throw CatalogUnavailableException.of(Table.VARIANTS, partition);
    }
}
