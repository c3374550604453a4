package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.LocalCatalog.ListedPage;
import dev.partnercatalog.query.table.TableTopology.TableStores;
import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.internals.StateStoreProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table as a global store of Kafka Streams: all of a topic's partitions, on disk and, as far as they fit, in memory.
 * It is read by interactive queries, with the store type {@link TableStoreType}.
 */
public final class TableStore extends TopicStore {

    private static final Logger LOG = LoggerFactory.getLogger(TableStore.class);
    private static final byte[] NO_VALUE = {};

    /** More at a time don't make writing any cheaper. */
    private static final int WRITTEN_TOGETHER = 3_000;

    private final CatalogTable table;
    private final TableStores shared;

    /** What the batch puts and memory may need. */
    private final Map<String, byte @Nullable []> arriving = new HashMap<>();

    private @Nullable TableCache cache;

    TableStore(CatalogTable table, TableStores shared) {
        super(
                table.storeName(),
                table.topic(),
                new Layout(
                        EnumSet.of(Family.LISTED, Family.CHANGES, Family.LATEST),
                        shared.rowRetention(),
                        WRITTEN_TOGETHER),
                shared.shared());
        this.table = table;
        this.shared = shared;
    }

    @Override
    protected void begun(RowStore rows) {
        TableCache filled = new TableCache(table, rows, shared.memory().newCache());
        arriving.clear();
        cache = filled;
        shared.memory().fill(() -> filled.fill(this::metUnreadable));
    }

    private void metUnreadable(byte[] key) {
        String text = new String(key, StandardCharsets.UTF_8);
        int count = shared.shared().topics().partitions();
        int partition = table == CatalogTable.SKUS
                ? Partitioning.byCompany(ListingKey.parse(text).companyId(), count)
                : VariantKeys.partition(VariantKeys.parse(text), count);
        unreadable(partition, text, "it couldn't be read when it arrived");
    }

    /** Takes a record in the table's form, or null to remove one; it is readable once written, and in feeds if it changes. */
    void put(int partition, long offset, String key, byte @Nullable [] value, boolean changes) {
        byte[] encoded = key.getBytes(StandardCharsets.UTF_8);
        try {
            switch (table) {
                case VARIANTS -> {}
                case COMPANY_VARIANTS -> putEntryRows(key, offset, changes);
                case SKUS -> putListingRows(key, encoded, value, offset, changes);
            }
        } catch (InvalidKeyException e) {
            LOG.debug("a key that can't be requested is not indexed: {}", e.getMessage());
        }
        batch().put(Family.RECORDS, encoded, value);
        arriving.put(key, value);
        took(partition, offset);
    }

    private void putEntryRows(String key, long offset, boolean changes) {
        if (changes) {
            ScopedVariant variant = VariantKeys.parseOfCompany(key);
            addChange(variant.scope(), variant.barcode(), RowKey.sequence(offset));
        }
    }

    private void putListingRows(String text, byte[] encoded, byte @Nullable [] value, long offset, boolean changes) {
        ListingKey key = ListingKey.parse(text);
        String before = TableCodec.barcode(batch().get(Family.RECORDS, encoded));
        String now = TableCodec.barcode(value);
        if (Objects.equals(before, now)) {
            return;
        }
        Scope scope = Scope.of(key.companyId(), key.locationId());
        long sequence = RowKey.sequence(offset);
        if (before != null) {
            batch().put(Family.LISTED, RowKey.listed(scope, before, key.sku()), null);
            if (changes) {
                addChange(scope, before, sequence);
            }
        }
        if (now != null) {
            batch().put(Family.LISTED, RowKey.listed(scope, now, key.sku()), NO_VALUE);
            if (changes) {
                addChange(scope, now, sequence + 1);
            }
        }
    }

    /** Records a change, unless a later one of the barcode is already recorded: records may be read again after a crash. */
    private void addChange(Scope scope, String barcode, long sequence) {
        byte[] latest = RowKey.latest(scope, barcode);
        byte[] before = batch().get(Family.LATEST, latest);
        if (before != null) {
            long noted = RowKey.number(before);
            if (noted >= sequence) {
                return;
            }
            batch().put(Family.CHANGES, RowKey.changed(scope, noted, barcode), null);
        }
        batch().put(Family.CHANGES, RowKey.changed(scope, sequence, barcode), NO_VALUE);
        batch().put(Family.LATEST, latest, RowKey.number(sequence));
    }

    @Override
    protected void write(RowBatch writing) {
        cache().write(() -> super.write(writing), arriving);
        arriving.clear();
    }

    @Override
    public void close() {
        if (isOpen()) {
            cache().close();
            super.close();
            shared.shared().unreadable().forget(table.topic());
        }
    }

    private TableCache cache() {
        return Objects.requireNonNull(cache, "not open");
    }

    /** What of it is in memory. */
    EntryCache memory() {
        return cache().entries();
    }

    /** The entry with a key; null if there is none with content. */
    @Nullable
    Slice find(EntryKey key) {
        Slice cached = memory().find(key);
        if (cached != null) {
            return cached.isAbsent() ? null : cached;
        }
        byte[] value = rows().get(Family.RECORDS, encoded(key));
        return value == null || TableCodec.isReference(value) ? null : new Slice(value, 0);
    }

    /** The values of several keys on the disk, in their order; null for those that there are none of. */
    List<byte @Nullable []> getAll(List<byte[]> keys) {
        return rows().getAll(Family.RECORDS, keys);
    }

    static byte[] encoded(EntryKey key) {
        return VariantKeys.encode(new ScopedVariant(key.scope(), key.barcode())).getBytes(StandardCharsets.US_ASCII);
    }

    /** What changed at a scope, in order of time, from a sequence (inclusive) to another (exclusive). */
    RowRange changedSince(Scope scope, long from, long to) {
        return rows().rows(Family.CHANGES, RowKey.changed(scope, from), RowKey.changed(scope, to));
    }

    boolean isListed(Scope scope, String barcode) {
        try (RowRange listed =
                rows().rows(Family.LISTED, RowKey.listed(scope, barcode), RowKey.afterListed(scope, barcode))) {
            return listed.hasNext();
        }
    }

    void readListed(Scope scope, String after, ListedPage page) {
        try (RowRange listed =
                rows().rows(Family.LISTED, RowKey.afterListed(scope, after), RowKey.afterAllListed(scope))) {
            page.read(listed);
        }
    }

    /** The store type for interactive queries of a {@link TableStore}. */
    public static final class TableStoreType implements QueryableStoreType<TableStore> {

        @Override
        public boolean accepts(StateStore store) {
            return store instanceof TableStore;
        }

        @Override
        public TableStore create(StateStoreProvider provider, String name) {
            // A global store is one.
            return provider.stores(name, this).get(0);
        }
    }

    /**
     * What of a store is in memory. It never contradicts the store, because what is written comes here next, also while what the
     * store contained before is still being loaded. Thread-safe.
     */
    static final class TableCache {

        private final CatalogTable table;
        private final RowStore rows;
        private final EntryCache cache;
        private boolean cached;

        /** While the cache is being filled with what the store contained at its beginning. */
        private boolean filling;

        private volatile boolean closed;

        TableCache(CatalogTable table, RowStore rows, EntryCache cache) {
            this.table = table;
            this.rows = rows;
            this.cache = cache;
        }

        EntryCache entries() {
            return cache;
        }

        /** Writes something to the store, and then records of it to memory; null deletes one. */
        synchronized void write(Runnable toStore, Map<String, byte @Nullable []> records) {
            toStore.run();
            records.forEach(this::cache);
        }

        private void cache(String text, byte @Nullable [] value) {
            EntryKey key = cached && !closed ? key(text) : null;
            if (key == null) {
                return;
            }
            byte[] content = value == null || TableCodec.isReference(value) ? null : inMemory(value);
            // The filling may yet come to what a reference replaced, or to what was deleted; afterwards neither needs
            // memory.
            if (content != null || filling || cache.knows(key)) {
                cache.put(key, content);
            }
        }

        private byte[] inMemory(byte[] value) {
            return table == CatalogTable.SKUS ? TableCodec.ended(value) : value;
        }

        /** Null if the key can't be requested. */
        private @Nullable EntryKey key(String text) {
            try {
                if (table == CatalogTable.SKUS) {
                    ListingKey key = ListingKey.parse(text);
                    return EntryKey.everywhere(key.sku()).at(Scope.of(key.companyId(), key.locationId()));
                }
                ScopedVariant key = VariantKeys.parse(text);
                return EntryKey.everywhere(key.barcode()).at(key.scope());
            } catch (InvalidKeyException e) {
                LOG.debug("a key that can't be requested isn't cached: {}", e.getMessage());
                return null;
            }
        }

        /** Loads the store's content, except changes made meanwhile, and tells the keys of what couldn't be read. */
        void fill(Consumer<byte[]> unreadable) {
            synchronized (this) {
                if (closed || cached) {
                    return;
                }
                cached = true;
                filling = true;
            }
            try (RowRange all = rows.rows(Family.RECORDS, NO_VALUE, null)) {
                for (; all.hasNext() && !closed && !Thread.currentThread().isInterrupted(); all.advance()) {
                    fill(all.key(), all.value(), unreadable);
                }
            } catch (ProcessorStateException e) {
                LOG.error(
                        "The local store of {} can't be read: its content isn't kept in memory",
                        table.topic().baseName(),
                        e);
                return;
            } catch (InvalidStateStoreException e) {
                LOG.debug("the store was closed before it was read", e);
                return;
            } finally {
                synchronized (this) {
                    filling = false;
                }
            }
            synchronized (this) {
                if (!closed && !Thread.currentThread().isInterrupted()) {
                    cache.complete();
                }
            }
        }

        private synchronized void fill(byte[] encoded, byte[] value, Consumer<byte[]> unreadable) {
            EntryKey key = closed ? null : key(new String(encoded, StandardCharsets.UTF_8));
            if (key != null && !TableCodec.isReference(value) && !cache.knows(key)) {
                cache.put(key, inMemory(value));
                if (TableCodec.isUnreadable(value, 0)) {
                    unreadable.accept(encoded);
                }
            }
        }

        synchronized void close() {
            closed = true;
            cache.close();
        }
    }
}
