package dev.partnercatalog.query.tier;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongPredicate;

/**
 * Where the entries with given hashes are: a hash table of two numbers per entry, probed one slot after another. Hashes
 * are never removed, because other entries may share them. One thread writes at a time, any may read.
 */
final class EntryIndex {

    /** No entry with the hash was ever added. */
    static final long NONE = 0;

    /** There may be an entry with the hash; only the store knows. */
    static final long IN_STORE = 1;

    /** Added to the address of a company's entry, or to {@link #NONE}: there may be entries of its locations. */
    static final long MORE_SPECIFIC = 1L << 63;

    private static final int FIRST_CAPACITY = 1 << 10;

    /** At most three of four slots are filled; beyond that, runs of slots would become long. */
    private static final int MOST_FILLED = 3;

    private static final int OF_SLOTS = 4;

    /** A hash and its address are adjacent, so that both arrive with one line of the processor's cache. */
    private record Slots(AtomicLongArray pairs) {

        Slots(int capacity) {
            this(new AtomicLongArray(2 * capacity));
        }

        int capacity() {
            return pairs.length() / 2;
        }

        /** Where the hash is if no other one was there before it. */
        int first(long hash) {
            return (int) (hash << 1) & (pairs.length() - 1);
        }

        /** Where the hash is, or would be. */
        int at(long hash) {
            int mask = pairs.length() - 1;
            int at = first(hash);
            while (true) {
                long there = pairs.getAcquire(at);
                if (there == hash || there == 0) {
                    return at;
                }
                at = (at + 2) & mask;
            }
        }

        boolean has(int at, long hash) {
            return pairs.getAcquire(at) == hash;
        }

        long address(int at) {
            return pairs.getAcquire(at + 1);
        }

        /** The address first: readers that find the hash must find its address. */
        void set(int at, long hash, long address) {
            pairs.setRelease(at + 1, address);
            pairs.setRelease(at, hash);
        }
    }

    private final LongPredicate growth;
    private volatile Slots slots = new Slots(0);
    private int size;

    /** @param growth requests memory for more slots, in bytes; false if there is none */
    EntryIndex(LongPredicate growth) {
        this.growth = growth;
    }

    /** The address of the entry with a hash, or {@link #NONE}, or {@link #IN_STORE}; with {@link #MORE_SPECIFIC}. */
    long address(long hash) {
        return address(slots, hash);
    }

    private static long address(Slots now, long hash) {
        if (now.capacity() == 0) {
            return NONE;
        }
        int at = now.at(hash);
        return now.has(at, hash) ? now.address(at) : NONE;
    }

    /**
     * The {@link #address} of each hash; {@link #NONE} for 0, which no entry has. First reads one slot for each: where a
     * run of slots ends can't be guessed, so a processor that follows one run at a time waits for each of them alone.
     */
    long[] addresses(long[] hashes) {
        Slots now = slots;
        long[] addresses = new long[hashes.length];
        if (now.capacity() == 0) {
            return addresses;
        }
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = now.pairs().getAcquire(now.first(hashes[i]));
        }
        for (int i = 0; i < addresses.length; i++) {
            long hash = hashes[i];
            if (hash == 0) {
                addresses[i] = NONE;
            } else {
                addresses[i] = addresses[i] == hash ? now.address(now.first(hash)) : address(now, hash);
            }
        }
        return addresses;
    }

    /** Sets the address, keeping {@link #MORE_SPECIFIC}; returns false if there is no memory for another hash. */
    boolean set(long hash, long address) {
        long before = address(hash);
        if (before == NONE && OF_SLOTS * (size + 1L) > MOST_FILLED * (long) slots.capacity() && !grow()) {
            return false;
        }
        Slots now = slots;
        int at = now.at(hash);
        size += now.has(at, hash) ? 0 : 1;
        now.set(at, hash, address | (before & MORE_SPECIFIC));
        return true;
    }

    private boolean grow() {
        Slots before = slots;
        int capacity = Math.max(FIRST_CAPACITY, 2 * before.capacity());
        if (!growth.test(2L * Long.BYTES * (capacity - before.capacity()))) {
            return false;
        }
        Slots more = new Slots(capacity);
        for (int at = 0; at < before.pairs().length(); at += 2) {
            long hash = before.pairs().getPlain(at);
            if (hash != 0) {
                more.set(more.at(hash), hash, before.address(at));
            }
        }
        slots = more;
        return true;
    }
}
