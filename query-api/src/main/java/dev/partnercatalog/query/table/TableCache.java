package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of a store is in memory. It never contradicts the store, because what is written comes here next, also while what the
 * store contained before is still being loaded. Thread-safe.
 */
final class TableCache {

    private static final Logger LOG = LoggerFactory.getLogger(TableCache.class);
    private static final byte[] NO_VALUE = {};

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

    /**
     * Loads the store's content into memory; changes made meanwhile are there already.
     *
     * @param unreadable receives the keys whose records couldn't be read when they arrived
     */
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
            LOG.error("The local store of {} can't be read: its content isn't kept in memory", table.baseName(), e);
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
