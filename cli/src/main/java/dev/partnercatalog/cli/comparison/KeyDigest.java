package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.webhook.state.Hash;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Summarizes the keys of a topic and their latest values as one number that doesn't depend on order, partitions, or
 * what compaction removed. Keeps 16 bytes per key, and as much again in free slots. Not thread-safe.
 */
public final class KeyDigest {

    private static final int FIRST_ROOM = 1 << 12;

    /** Marks a deleted key: a value has this hash only with a probability of one in 2^64. */
    public static final long DELETED = 0;

    private long[] slots = new long[2 * FIRST_ROOM];
    private int used;

    /** Adds the next record; null deletes the key. */
    void put(byte[] key, byte @Nullable [] value) {
        put(hashOf(key), value == null ? DELETED : hashOf(value));
    }

    /** A hash of bytes that is never {@link #DELETED}. */
    public static long hashOf(byte[] bytes) {
        long hash = Hash.of(bytes).high();
        return hash == DELETED ? 1 : hash;
    }

    /**
     * Adds the next record.
     *
     * @param slotKey {@link #hashOf} the key
     * @param value {@link #DELETED} if the key is deleted, otherwise a hash of the value
     */
    public void put(long slotKey, long value) {
        if (2 * (used + 1) > slots.length / 2) {
            grow();
        }
        int slot = slotOf(slots, slotKey);
        if (slots[slot] == 0) {
            slots[slot] = slotKey;
            used++;
        }
        slots[slot + 1] = value;
    }

    private static int slotOf(long[] slots, long slotKey) {
        int mask = slots.length / 2 - 1;
        int at = (int) (slotKey >>> 32) & mask;
        while (slots[2 * at] != 0 && slots[2 * at] != slotKey) {
            at = (at + 1) & mask;
        }
        return 2 * at;
    }

    private void grow() {
        long[] larger = new long[2 * slots.length];
        for (int from = 0; from < slots.length; from += 2) {
            if (slots[from] != 0) {
                int to = slotOf(larger, slots[from]);
                larger[to] = slots[from];
                larger[to + 1] = slots[from + 1];
            }
        }
        slots = larger;
    }

    /** Passes on the hash of each key that the other has with another value or not at all, and vice versa. */
    public void forEachDifference(KeyDigest other, LongConsumer receiver) {
        for (int slot = 0; slot < slots.length; slot += 2) {
            if (slots[slot] != 0 && slots[slot + 1] != other.value(slots[slot])) {
                receiver.accept(slots[slot]);
            }
        }
        for (int slot = 0; slot < other.slots.length; slot += 2) {
            long key = other.slots[slot];
            if (key != 0 && other.slots[slot + 1] != DELETED && slots[slotOf(slots, key)] == 0) {
                receiver.accept(key);
            }
        }
    }

    private long value(long slotKey) {
        int slot = slotOf(slots, slotKey);
        return slots[slot] == 0 ? DELETED : slots[slot + 1];
    }

    /** Returns the number of keys, and their digest. */
    Sum sum() {
        long keys = 0;
        long digest = 0;
        for (int slot = 0; slot < slots.length; slot += 2) {
            if (slots[slot] != 0 && slots[slot + 1] != DELETED) {
                keys++;
                digest ^= Hash.of(ByteBuffer.allocate(2 * Long.BYTES)
                                .putLong(slots[slot])
                                .putLong(slots[slot + 1])
                                .array())
                        .high();
            }
        }
        return new Sum(keys, digest);
    }

    /**
     * The summary of a topic.
     *
     * @param keys number of keys
     * @param digest equal for the same keys with the same values
     */
    record Sum(long keys, long digest) {

        Sum plus(Sum other) {
            return new Sum(keys + other.keys, digest ^ other.digest);
        }
    }
}
