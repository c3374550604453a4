package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.progress.OffsetRow;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts records into an open store, with the rows derived from them and the offsets after them, and then into the cache,
 * which therefore never contradicts the store. Thread-safe.
 */
final class TableUpdates {

    private static final Logger LOG = LoggerFactory.getLogger(TableUpdates.class);
    private static final byte[] NO_VALUE = {};

    /** More records at a time don't make writing any cheaper. */
    private static final int AT_ONCE = 1_000;

    /**
     * An arriving record.
     *
     * @param value in the form in which the table keeps it; null to remove the existing one
     * @param changes whether the feeds report it
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Arriving(int partition, long offset, String key, byte @Nullable [] value, boolean changes) {

        byte[] encodedKey() {
            return key.getBytes(StandardCharsets.UTF_8);
        }
    }

    private final StoredTable table;
    private final RowStore rows;
    private final EntryCache cache;
    private final Map<Integer, OffsetRow> offsets = new HashMap<>();
    private final List<Arriving> arriving = new ArrayList<>();
    private boolean cached;

    /** While the cache is being filled with what the store contained at its beginning. */
    private boolean filling;

    private volatile boolean closed;

    TableUpdates(StoredTable table, RowStore rows, EntryCache cache) {
        this.table = table;
        this.rows = rows;
        this.cache = cache;
    }

    /** Takes a record, to be written with those that follow. */
    synchronized void add(Arriving record) {
        arriving.add(record);
        if (arriving.size() >= AT_ONCE) {
            write(Map.of());
        }
    }

    /**
     * Writes what was taken.
     *
     * @param positions by partition, those that are further than the records taken
     * @return how far each partition got whose offsets have changed
     */
    synchronized Map<Integer, OffsetRow> write(Map<Integer, Long> positions) {
        RowBatch batch = new RowBatch(rows);
        Map<Integer, OffsetRow> reached = new HashMap<>();
        for (Arriving record : arriving) {
            addRows(batch, record);
            batch.put(Family.RECORDS, record.encodedKey(), record.value());
            long after = record.offset() + 1;
            reached.put(record.partition(), new OffsetRow(after, after));
        }
        positions.forEach((partition, position) -> reached.compute(partition, (number, row) -> {
            OffsetRow known = row == null ? offsets.getOrDefault(number, OffsetRow.NONE) : row;
            return new OffsetRow(known.applied(), Math.max(known.position(), position));
        }));
        reached.entrySet().removeIf(row -> row.getValue().equals(offsets.get(row.getKey())));
        reached.forEach((partition, row) -> batch.put(Family.PROGRESS, OffsetRow.key(partition), row.value()));
        if (!batch.isEmpty()) {
            rows.write(batch);
        }
        offsets.putAll(reached);
        arriving.forEach(record -> cache(record.key(), record.value()));
        arriving.clear();
        return reached;
    }

    private void addRows(RowBatch batch, Arriving record) {
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

    private static void addEntryRows(RowBatch batch, Arriving record) {
        if (!record.changes()) {
            return;
        }
        ScopedVariant key = VariantKeys.parseOfCompany(record.key());
        ChangeIndex.add(batch, key.scope(), key.barcode(), ChangeIndex.sequence(record.offset()));
    }

    private static void addListingRows(RowBatch batch, Arriving record) {
        ListingKey key = ListingKey.parse(record.key());
        String before = ListedBarcodes.barcode(batch.get(Family.RECORDS, record.encodedKey()));
        String now = ListedBarcodes.barcode(record.value());
        if (Objects.equals(before, now)) {
            return;
        }
        Scope scope = Scope.of(key.companyId(), key.locationId());
        long sequence = ChangeIndex.sequence(record.offset());
        if (before != null) {
            batch.put(Family.LISTED, RowKey.listed(scope, before, key.sku()), null);
            if (record.changes()) {
                ChangeIndex.add(batch, scope, before, sequence);
            }
        }
        if (now != null) {
            batch.put(Family.LISTED, RowKey.listed(scope, now, key.sku()), NO_VALUE);
            if (record.changes()) {
                ChangeIndex.add(batch, scope, now, sequence + 1);
            }
        }
    }

    private void cache(String text, byte @Nullable [] value) {
        EntryKey key = cached && !closed ? key(text) : null;
        if (key == null) {
            return;
        }
        byte[] content = value == null || VariantImages.isReference(value) ? null : inMemory(value);
        // The filling may yet come to what a reference replaced, or to what was deleted; afterwards neither needs
        // memory.
        if (content != null || filling || cache.knows(key)) {
            cache.put(key, content);
        }
    }

    private byte[] inMemory(byte[] value) {
        return table == StoredTable.SKUS ? ListedBarcodes.ended(value) : value;
    }

    /** Null if the key can't be requested. */
    private @Nullable EntryKey key(String text) {
        try {
            if (table == StoredTable.SKUS) {
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
    void fillCache(Consumer<byte[]> unreadable) {
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
        if (key != null && !VariantImages.isReference(value) && !cache.knows(key)) {
            cache.put(key, inMemory(value));
            if (VariantImages.isUnreadable(value, 0)) {
                unreadable.accept(encoded);
            }
        }
    }

    synchronized void close() {
        closed = true;
        cache.close();
    }
}
