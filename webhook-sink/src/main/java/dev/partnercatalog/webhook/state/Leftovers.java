package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Listings and images in a task's store whose records the topics don't hold: their deletions were compacted away before
 * the task read them. A row of the store says that they are to be looked for, so that a restart doesn't lose that.
 *
 * <p>While they are looked for, keeps eight bytes for each key of both topics, and as much again in free slots. Confined
 * to the task's thread.
 */
public final class Leftovers {

    private static final int FIRST_ROOM = 1 << 10;

    private final KeyValueStore<Bytes, byte[]> store;
    private long[] slots = new long[0];
    private int used;
    private Bytes swept = Bytes.wrap(new byte[0]);

    Leftovers(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** Has them looked for. */
    public void want() {
        store.put(Keys.LEFTOVERS, SinkState.number(1));
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
        swept = Bytes.wrap(Keys.prefix(Keys.ENTRY));
    }

    /** Frees the memory. */
    public void forget() {
        slots = new long[0];
        used = 0;
    }

    /** A topic holds a record of the listing, or its deletion. */
    public void listing(ListingKey listing, boolean isThere) {
        note(Keys.of(listing), isThere);
    }

    /** A topic holds a record of the entry, or its deletion. */
    public void entry(ScopedVariant variant, boolean isThere) {
        note(Keys.of(Keys.ENTRY, variant), isThere);
    }

    /**
     * Finds rows without a record. May only be called once everything is noted that the rows come from.
     *
     * @param rows the most rows to examine
     * @return whether all rows have been examined
     */
    public boolean sweep(int rows, Consumer<ListingKey> listings, Consumer<ScopedVariant> entries) {
        List<Bytes> found = new ArrayList<>();
        byte[] family = Keys.prefix(swept.get()[0] == Keys.ENTRY ? Keys.ENTRY : Keys.SKU);
        boolean ended;
        int looked = 0;
        try (KeyValueIterator<Bytes, byte[]> all = store.range(swept, Keys.after(family))) {
            while (all.hasNext() && looked < rows) {
                KeyValue<Bytes, byte[]> row = all.next();
                looked++;
                swept = row.key;
                if (row.key.get()[0] == family[0] && !isThere(row.key)) {
                    found.add(row.key);
                }
            }
            ended = !all.hasNext();
        }
        for (Bytes key : found) {
            if (family[0] == Keys.ENTRY) {
                entries.accept(Keys.variant(key, 1));
            } else {
                listings.accept(listing(key));
            }
        }
        if (!ended || family[0] == Keys.SKU) {
            return ended;
        }
        swept = Bytes.wrap(Keys.prefix(Keys.SKU));
        return false;
    }

    private static ListingKey listing(Bytes key) {
        ByteBuffer bytes = ByteBuffer.wrap(key.get(), 1, key.get().length - 1);
        long companyId = bytes.getLong();
        long locationId = bytes.getLong();
        return new ListingKey(
                companyId, locationId, StandardCharsets.UTF_8.decode(bytes).toString());
    }

    /** The last bit of a slot says whether there is a record; the others are those of the key's hash. */
    private void note(Bytes key, boolean isThere) {
        if (2 * (used + 1) > slots.length) {
            grow();
        }
        long hash = hash(key);
        int slot = slotOf(slots, hash);
        if (slots[slot] == 0) {
            used++;
        }
        slots[slot] = hash | (isThere ? 1 : 0);
    }

    private boolean isThere(Bytes key) {
        return (slots[slotOf(slots, hash(key))] & 1) == 1;
    }

    private static long hash(Bytes key) {
        long hash = Hash.of(key.get()).high() & ~1L;
        return hash == 0 ? 2 : hash;
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
