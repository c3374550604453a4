package dev.partnercatalog.query.tier;

import dev.partnercatalog.resolution.Scope;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive entries, each of the form
 *
 * <pre>
 * size        int    of the whole entry
 * hash        long
 * companyId   long
 * locationId  long
 * barcode     byte   its length, followed by its bytes
 * value
 * </pre>
 *
 * Written data never changes. One thread writes at a time; another may read an entry that it learned of from that thread.
 */
abstract sealed class Block {

    static final int HASH = 4;
    private static final int COMPANY_ID = 12;
    private static final int LOCATION_ID = 20;
    private static final int BARCODE = 28;

    /** The minimum size of an entry. */
    static final int LEAST = BARCODE + 1;

    /** An entry without a key. */
    static final Slice NOTHING = new Slice(new byte[LEAST], 0);

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long number;
    private int end;
    private int live;

    /**
     * @param number never used for another block of the cache; from 1
     * @param end the size of all entries, in bytes
     * @param live the size of those that were not dropped
     */
    private Block(long number, int end, int live) {
        this.number = number;
        this.end = end;
        this.live = live;
    }

    static int size(EntryKey key, int valueLength) {
        return BARCODE + 1 + key.barcode().length() + valueLength;
    }

    static byte[] entry(EntryKey key, byte[] value) {
        byte[] barcode = key.barcode().getBytes(StandardCharsets.US_ASCII);
        byte[] entry = new byte[size(key, value.length)];
        ByteBuffer.wrap(entry)
                .putInt(entry.length)
                .putLong(key.hash())
                .putLong(companyId(key.scope()))
                .putLong(locationId(key.scope()))
                .put((byte) barcode.length)
                .put(barcode)
                .put(value);
        return entry;
    }

    long number() {
        return number;
    }

    /** The size of the entries that were not dropped, in bytes. */
    int live() {
        return live;
    }

    /** The size of all entries, in bytes. */
    int end() {
        return end;
    }

    void added(int size) {
        end += size;
        live += size;
    }

    /** Drops an entry; returns its size. */
    int drop(int at) {
        int size = size(entry(at));
        live -= size;
        return size;
    }

    /**
     * The entry that begins there. In a block that the cache has given up it may be anything, but it has the length it
     * claims.
     */
    abstract Slice entry(int at);

    /** The hash of the entry that begins there, likewise. */
    abstract long hash(int at);

    /** Its content is no longer used. */
    abstract void giveUp();

    static int size(Slice entry) {
        return (int) INT.get(entry.bytes(), entry.start());
    }

    static long hash(Slice entry) {
        return hash(entry.bytes(), entry.start());
    }

    static long hash(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at + HASH);
    }

    static boolean isOf(Slice entry, EntryKey key) {
        byte[] bytes = entry.bytes();
        int at = entry.start();
        String barcode = key.barcode();
        if (size(entry) < size(key, 0)
                || (long) LONG.get(bytes, at + COMPANY_ID) != companyId(key.scope())
                || (long) LONG.get(bytes, at + LOCATION_ID) != locationId(key.scope())
                || bytes[at + BARCODE] != barcode.length()) {
            return false;
        }
        for (int i = 0; i < barcode.length(); i++) {
            if (bytes[at + BARCODE + 1 + i] != (byte) barcode.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static long companyId(Scope scope) {
        return scope instanceof Scope.Everywhere ? 0 : scope.companyId();
    }

    private static long locationId(Scope scope) {
        return scope instanceof Scope.Location location ? location.locationId() : 0;
    }

    /** The value; {@code key} must be the entry's. */
    static Slice value(Slice entry, EntryKey key) {
        return new Slice(entry.bytes(), entry.start() + size(key, 0));
    }

    /** A block in memory. */
    static final class HeapBlock extends Block {

        private final byte[] bytes = new byte[MemoryTier.BLOCK_BYTES];

        HeapBlock(long number) {
            super(number, 0, 0);
        }

        boolean hasRoom(int size) {
            return size <= bytes.length - end();
        }

        /** Returns where the entry begins. */
        int add(byte[] entry, int start, int size) {
            int at = end();
            System.arraycopy(entry, start, bytes, at, size);
            added(size);
            return at;
        }

        /** All entries, to be read only. */
        ByteBuffer written() {
            return ByteBuffer.wrap(bytes, 0, end());
        }

        @Override
        Slice entry(int at) {
            return new Slice(bytes, at);
        }

        @Override
        long hash(int at) {
            return hash(bytes, at);
        }

        @Override
        void giveUp() {
            // Threads that are still reading it continue.
        }
    }

    /** A block that was in memory, in a file. Another one may be written in its place once the cache has given it up. */
    static final class FileBlock extends Block {

        private final OverflowFile file;
        private final OverflowFile.Region region;

        /** @param region of the file, with all that was written of the block; this one takes ownership of it */
        FileBlock(HeapBlock written, OverflowFile file, OverflowFile.Region region) {
            super(written.number(), written.end(), written.live());
            this.file = file;
            this.region = region;
        }

        @Override
        Slice entry(int at) {
            int size = region.bytes().getInt(at);
            if (size < LEAST || size > MemoryTier.BLOCK_BYTES - at) {
                return NOTHING;
            }
            byte[] bytes = new byte[size];
            region.bytes().get(at, bytes);
            // Only then may the caller check whether the cache has given up this block, so that something else was
            // read.
            VarHandle.acquireFence();
            Slice entry = new Slice(bytes, 0);
            return size(entry) == size ? entry : NOTHING;
        }

        @Override
        long hash(int at) {
            return region.bytes().getLong(at + HASH);
        }

        @Override
        void giveUp() {
            file.free(region);
        }
    }

    /** The blocks of a cache by their numbers. One thread changes it at a time, any may find. */
    static final class BlockTable {

        private static final int FIRST_BLOCKS = 16;

        private volatile AtomicReferenceArray<Block> blocks = new AtomicReferenceArray<>(FIRST_BLOCKS);
        private int count;
        private long lastNumber;

        /** The block with a number; null if the cache has given it up. */
        @Nullable
        Block find(long number) {
            AtomicReferenceArray<Block> now = blocks;
            Block block = now.getAcquire(slot(number, now));
            return block != null && block.number() == number ? block : null;
        }

        /** There is a power of two of them, because a division would take as long as a wait for memory. */
        private static int slot(long number, AtomicReferenceArray<Block> of) {
            return (int) number & (of.length() - 1);
        }

        /** Never the same twice, so that a place that was read long ago can't be mistaken for another. */
        long nextNumber() {
            if (2 * count >= blocks.length()) {
                AtomicReferenceArray<Block> more = new AtomicReferenceArray<>(2 * blocks.length());
                for (int i = 0; i < blocks.length(); i++) {
                    Block block = blocks.getPlain(i);
                    if (block != null) {
                        more.setPlain(slot(block.number(), more), block);
                    }
                }
                blocks = more;
            }
            do {
                lastNumber++;
            } while (blocks.getPlain(slot(lastNumber, blocks)) != null);
            return lastNumber;
        }

        /** Adds a block with the {@link #nextNumber}. */
        HeapBlock add(HeapBlock block) {
            blocks.setRelease(slot(block.number(), blocks), block);
            count++;
            return block;
        }

        /** Replaces the block with the same number, which has the same entries. */
        void replace(Block block) {
            blocks.setRelease(slot(block.number(), blocks), block);
        }

        void remove(Block block) {
            blocks.set(slot(block.number(), blocks), null);
            count--;
        }

        /** The block with the fewest live bytes among these; null if there is none. */
        @Nullable
        Block emptiest(Predicate<Block> wanted) {
            Block emptiest = null;
            for (int i = 0; i < blocks.length(); i++) {
                Block block = blocks.getPlain(i);
                if (block != null && wanted.test(block) && (emptiest == null || block.live() < emptiest.live())) {
                    emptiest = block;
                }
            }
            return emptiest;
        }
    }
}
