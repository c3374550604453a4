package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition of a table while its store is open: on disk and, if the table has one, in a cache that learns of every
 * change before the next one is made, so it never contradicts the store. Thread-safe.
 */
final class OpenTable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenTable.class);

    /**
     * An arriving record.
     *
     * @param entry its key, and its value or null to remove the existing one
     * @param offset in its topic; −1 if unknown
     */
    record Incoming(KeyValue<Bytes, byte[]> entry, long offset) {

        Bytes key() {
            return entry.key;
        }

        byte @Nullable [] value() {
            return entry.value;
        }
    }

    private final StoredTable table;
    private final KeyValueStore<Bytes, byte[]> disk;
    private final ChangeIndex changes;
    private final @Nullable EntryCache cache;
    private final Consumer<byte[]> unreadable;
    private boolean cached;
    private volatile boolean closed;

    /**
     * @param cache null for a table that is only on disk, which has no places and no scopes
     * @param unreadable receives the keys on disk whose records couldn't be read, while the cache is filled
     */
    OpenTable(
            StoredTable table,
            KeyValueStore<Bytes, byte[]> disk,
            @Nullable EntryCache cache,
            Consumer<byte[]> unreadable) {
        this.table = table;
        this.disk = disk;
        this.changes = new ChangeIndex(disk);
        this.cache = cache;
        this.unreadable = unreadable;
    }

    boolean isOpen() {
        return !closed;
    }

    /** To be called after the last read: results obtained while the store was being closed may be incomplete. */
    void requireOpen() {
        if (closed) {
            throw new InvalidStateStoreException(disk.name() + " was closed");
        }
    }

    /** The store's value for a key; null if there is none. */
    byte @Nullable [] get(String key) {
        return disk.get(Bytes.wrap(key.getBytes(StandardCharsets.UTF_8)));
    }

    private EntryCache cache() {
        return Objects.requireNonNull(cache, "a table that is only on disk");
    }

    /** See {@link EntryCache#place}. */
    long place(EntryKey key) {
        return cache().place(key);
    }

    /** See {@link EntryCache#hash}. */
    long hash(long place) {
        return cache().hash(place);
    }

    /** See {@link EntryCache#findAlone}. */
    @Nullable
    Slice findAlone(EntryKey key, long place, long hash) {
        return cache().findAlone(key, place, hash);
    }

    /**
     * The entry with a key; null if there is none.
     *
     * @throws InvalidStateStoreException if the store has been closed
     */
    @Nullable
    Slice find(EntryKey key) {
        Slice cachedValue = cache().find(key);
        if (cachedValue != null) {
            return cachedValue.isAbsent() ? null : cachedValue;
        }
        byte[] value = disk.get(Bytes.wrap(key.encoded()));
        return value == null ? null : new Slice(value, 0);
    }

    /** What changed, as far as this table records it. */
    ChangeIndex changes() {
        return changes;
    }

    /** To be called once the store is open. */
    synchronized void opened() {
        changes.open();
    }

    /** The store has everything before an offset. */
    synchronized void whole(long offset) {
        if (table != StoredTable.VARIANTS) {
            changes.whole(offset);
        }
    }

    /** See {@link ChangeIndex#maintain}. */
    synchronized void maintain(long now, long offset, long keptMillis) {
        changes.maintain(now, offset, keptMillis);
    }

    void put(Bytes key, byte @Nullable [] value, long offset) {
        putAll(List.of(new Incoming(KeyValue.pair(key, value), offset)));
    }

    synchronized void putAll(List<Incoming> records) {
        RowBatch batch = new RowBatch(disk);
        for (Incoming record : records) {
            addRows(batch, record);
            batch.put(record.key(), record.value());
        }
        batch.write();
        records.forEach(record -> cache(record.key().get(), record.value()));
    }

    private void addRows(RowBatch batch, Incoming record) {
        try {
            switch (table) {
                case VARIANTS -> {}
                case COMPANY_VARIANTS -> addEntryRows(batch, record);
                case SKUS -> addListingRows(batch, record);
            }
        } catch (InvalidKeyException e) {
            LOG.debug("a key that can't be requested is not indexed: {}", e.getMessage());
        }
    }

    private void addEntryRows(RowBatch batch, Incoming record) {
        String text = new String(record.key().get(), StandardCharsets.UTF_8);
        if (Canary.is(text)) {
            return;
        }
        VariantKey key = VariantKey.parse(text);
        long companyId = key.requireCompany();
        Scope scope = key.locationId() == null ? Scope.ofCompany(companyId) : new Scope(companyId, key.locationId());
        changes.add(batch, scope, key.barcode(), ChangeIndex.sequence(record.offset()));
    }

    private void addListingRows(RowBatch batch, Incoming record) {
        ListingKey key = ListingKey.parse(new String(record.key().get(), StandardCharsets.UTF_8));
        String before = ListedBarcodes.barcode(batch.get(record.key()));
        String now = ListedBarcodes.barcode(record.value());
        if (Objects.equals(before, now)) {
            return;
        }
        Scope scope = new Scope(key.companyId(), key.locationId());
        long sequence = ChangeIndex.sequence(record.offset());
        if (before != null) {
            batch.put(RowKey.listed(scope, before, key.sku()), null);
            changes.add(batch, scope, before, sequence);
        }
        if (now != null) {
            batch.put(RowKey.listed(scope, now, key.sku()), new byte[0]);
            changes.add(batch, scope, now, sequence + 1);
        }
    }

    /** Whether a scope lists a barcode. */
    boolean isListed(Scope scope, String barcode) {
        try (KeyValueIterator<Bytes, byte[]> rows =
                disk.range(RowKey.listed(scope, barcode), RowKey.afterListed(scope, barcode))) {
            return rows.hasNext();
        }
    }

    /** A page of what a scope lists, without images. */
    ListedPage listed(Scope scope, String after, int limit, boolean withSkus) {
        ListedPage page = new ListedPage(limit, withSkus);
        Bytes from = RowKey.afterListed(scope, after);
        while (from != null) {
            try (KeyValueIterator<Bytes, byte[]> rows = disk.range(from, RowKey.afterAllListed(scope))) {
                String seekAfter = page.read(rows);
                from = seekAfter == null ? null : RowKey.afterListed(scope, seekAfter);
            }
        }
        return page;
    }

    private void cache(byte[] encoded, byte @Nullable [] value) {
        EntryKey key = cached && !closed ? key(encoded) : null;
        if (key != null) {
            cache().put(key, value);
        }
    }

    /** Null if the key can't be requested. */
    private static @Nullable EntryKey key(byte[] encoded) {
        try {
            VariantKey key = VariantKey.parse(new String(encoded, StandardCharsets.UTF_8));
            EntryKey entry = EntryKey.everywhere(key.barcode());
            if (key.companyId() != null) {
                entry = entry.ofCompany(key.companyId());
            }
            return key.locationId() == null ? entry : entry.ofLocation(key.locationId());
        } catch (InvalidKeyException e) {
            LOG.debug("a key that can't be requested isn't cached: {}", e.getMessage());
            return null;
        }
    }

    /** Loads the store's content into memory; changes made meanwhile are there already. */
    void fillCache() {
        synchronized (this) {
            if (cache == null || closed || cached) {
                return;
            }
            cached = true;
        }
        try (KeyValueIterator<Bytes, byte[]> all = records()) {
            while (all.hasNext() && !Thread.currentThread().isInterrupted()) {
                KeyValue<Bytes, byte[]> entry = all.next();
                fill(entry.key.get(), entry.value);
            }
        } catch (InvalidStateStoreException e) {
            LOG.debug("the store was closed while being read", e);
            return;
        } catch (ProcessorStateException e) {
            LOG.error("The local store of {} can't be read: its content isn't kept in memory", disk.name(), e);
            return;
        }
        synchronized (this) {
            if (!closed && !Thread.currentThread().isInterrupted()) {
                cache().complete();
            }
        }
    }

    /** Without the additional rows. */
    KeyValueIterator<Bytes, byte[]> records() {
        return disk.range(RowKey.firstRecord(), null);
    }

    private synchronized void fill(byte[] encoded, byte[] value) {
        EntryKey key = closed ? null : key(encoded);
        if (key != null && !cache().knows(key)) {
            cache().put(key, value);
            if (VariantImages.isUnreadable(value, 0)) {
                unreadable.accept(encoded);
            }
        }
    }

    synchronized void close() {
        closed = true;
        if (cache != null) {
            cache.close();
        }
    }
}
