package dev.partnercatalog.query.tier;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The blocks of a cache by their numbers. One thread changes it at a time, any may find. */
final class BlockTable {

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
    Block add(Block block) {
        blocks.setRelease(slot(block.number(), blocks), block);
        count++;
        return block;
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
