package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a task's catalog whose records the topics no longer hold: compaction removed their deletions before the task
 * read them. A row of the store says that the task has yet to search for them, so that the search survives a restart.
 *
 * <p>During a search, it keeps eight bytes for each key of both topics, and as much again in free slots. Confined to
 * the task's thread.
 */
public final class Leftovers {

    private static final int FIRST_ROOM = 1 << 10;
    private static final byte[] ENTRY = {'e'};

    private final KeyValueStore<Bytes, byte[]> store;
    private final SinkCatalog catalog;
    private long[] slots = new long[0];
    private int used;
    private @Nullable ScopedVariant sweptEntry;
    private @Nullable ListingKey sweptListing;
    private boolean entriesSwept;

    Leftovers(KeyValueStore<Bytes, byte[]> store, SinkCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    /** Has them looked for. */
    public void want() {
        store.put(Keys.LEFTOVERS, Format.number(1));
    }

    /** Whether they are to be looked for. */
    public boolean areWanted() {
        return store.get(Keys.LEFTOVERS) != null;
    }

    /** None is left. */
    public void done() {
        store.delete(Keys.LEFTOVERS);
        forget();
    }

    /** Starts: nothing is known of the topics yet. */
    public void begin() {
        slots = new long[FIRST_ROOM];
        used = 0;
        sweptEntry = null;
        sweptListing = null;
        entriesSwept = false;
    }

    /** Frees the memory. */
    public void forget() {
        slots = new long[0];
        used = 0;
    }

    /** A topic holds a record of the listing, or its deletion. */
    public void listing(ListingKey listing, boolean isThere) {
        note(hash(listing), isThere);
    }

    /** A topic holds a record of the entry, or its deletion. */
    public void entry(ScopedVariant variant, boolean isThere) {
        note(hash(variant), isThere);
    }

    /**
     * Finds what has no record. May only be called once everything is noted that it comes from.
     *
     * @param rows the most rows to examine
     * @return whether all rows have been examined
     */
    public boolean sweep(int rows, Consumer<ListingKey> listings, Consumer<ScopedVariant> entries) {
        if (!entriesSwept) {
            List<ScopedVariant> next = catalog.entries().after(sweptEntry, rows);
            sweptEntry = next.isEmpty() ? sweptEntry : next.get(next.size() - 1);
            entriesSwept = next.size() < rows;
            next.stream().filter(variant -> !isThere(hash(variant))).forEach(entries);
            return false;
        }
        List<ListingKey> next = catalog.listings().after(sweptListing, rows);
        sweptListing = next.isEmpty() ? sweptListing : next.get(next.size() - 1);
        next.stream().filter(listing -> !isThere(hash(listing))).forEach(listings);
        return next.size() < rows;
    }

    private static long hash(ScopedVariant variant) {
        return hash(CatalogKeys.with(ENTRY, variant));
    }

    private static long hash(ListingKey listing) {
        return hash(CatalogKeys.of(listing));
    }

    private static long hash(byte[] key) {
        long hash = Hash.of(key).high() & ~1L;
        return hash == 0 ? 2 : hash;
    }

    /** The last bit of a slot says whether there is a record; the others are those of the key's hash. */
    private void note(long hash, boolean isThere) {
        if (2 * (used + 1) > slots.length) {
            grow();
        }
        int slot = slotOf(slots, hash);
        if (slots[slot] == 0) {
            used++;
        }
        slots[slot] = hash | (isThere ? 1 : 0);
    }

    private boolean isThere(long hash) {
        return (slots[slotOf(slots, hash)] & 1) == 1;
    }

    private static int slotOf(long[] slots, long hash) {
        int mask = slots.length - 1;
        int at = (int) (hash >>> 32) & mask;
        while (slots[at] != 0 && (slots[at] & ~1L) != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] larger = new long[2 * slots.length];
        for (long slot : slots) {
            if (slot != 0) {
                larger[slotOf(larger, slot & ~1L)] = slot;
            }
        }
        slots = larger;
    }
}
