package dev.partnercatalog.query.tier;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one store, as far as there is memory for them, and which keys the store lacks. Values are appended to
 * blocks; where memory is short, the block with most room wasted on values that were replaced is written anew.
 *
 * <p>One thread changes it at a time, and tells it of each change of the store before the next one; any thread may read.
 * What a thread reads is what the store held at some moment while it did.
 */
public final class EntryCache {

    /** What {@link #find} says of a key that the store doesn't have. */
    public static final Slice ABSENT = new Slice(new byte[0], 0);

    private static final int PLACE_BITS = 32;

    /** A block with more waste than one part in these is worth being written anew. */
    private static final int WORTH = 4;

    private final MemoryTier tier;
    private final EntryIndex index;
    private final AtomicReferenceArray<Block> blocks;
    private @Nullable Block filling;
    private long takenForKeys;
    private long takenForValues;
    private long lastNumber;
    private long wasted;
    private boolean full;
    private volatile boolean complete;

    EntryCache(MemoryTier tier) {
        this.tier = tier;
        this.index = new EntryIndex(this::takeForKeys);
        this.blocks = new AtomicReferenceArray<>(tier.mostBlocks() + 1);
    }

    /**
     * Where an entry is that is no location's, for {@link #hash} and {@link #findAlone}. Who takes each of these steps
     * for all that it looks for before it takes the next one waits for memory once, not each time: places and entries are
     * scattered, and the processor fetches many at once.
     */
    public long place(EntryKey key) {
        // Read first: only then does a key that isn't found below lack in the store, too.
        boolean all = complete;
        long place = index.place(key.hash());
        return all ? place : EntryIndex.MORE_SPECIFIC;
    }

    /** The hash of the entry at a place that {@link #place} told; 0, which no entry has, where nothing is in memory. */
    public long hash(long place) {
        long at = place & ~EntryIndex.MORE_SPECIFIC;
        Block block = block(at);
        return block == null ? 0 : block.hash((int) at);
    }

    /**
     * The value of an entry, if the store has none of a location of its company; {@link #ABSENT} if it has none at all. Null
     * if there may be ones of locations, or only the store knows.
     *
     * @param place as {@link #place} told it before
     * @param hash as {@link #hash} told it of the place
     */
    public @Nullable Slice findAlone(EntryKey key, long place, long hash) {
        boolean alone = (place & EntryIndex.MORE_SPECIFIC) == 0;
        boolean there = place == EntryIndex.NONE || hash == key.hash();
        return alone && there ? value(key, place, true) : null;
    }

    /** The value, {@link #ABSENT} where the store has none, or null where only the store knows. */
    public @Nullable Slice find(EntryKey key) {
        // Read first: only then does a key that isn't found below lack in the store, too.
        boolean all = complete;
        return value(key, index.place(key.hash()) & ~EntryIndex.MORE_SPECIFIC, all);
    }

    private @Nullable Slice value(EntryKey key, long place, boolean all) {
        if (place == EntryIndex.NONE) {
            return all ? ABSENT : null;
        }
        Block block = block(place);
        // Another key may have the same hash.
        return block != null && block.isOf((int) place, key) ? block.value((int) place, key) : null;
    }

    /** Whether it was told of the key, or of another one with the same hash. */
    public boolean knows(EntryKey key) {
        return (index.place(key.hash()) & ~EntryIndex.MORE_SPECIFIC) != EntryIndex.NONE;
    }

    /** The store now has this value, or with null none. */
    public void put(EntryKey key, byte @Nullable [] value) {
        long before = index.place(key.hash()) & ~EntryIndex.MORE_SPECIFIC;
        // First of all, so that the memory of the value before can be used for this one.
        if (!index.set(key.hash(), EntryIndex.IN_STORE) || !markMoreSpecific(key)) {
            complete = false;
            full = true;
            return;
        }
        Block replaced = block(before);
        if (replaced != null) {
            wasted += replaced.drop((int) before);
        }
        Block block = value == null ? null : blockFor(Block.size(key, value.length));
        if (block != null && value != null) {
            index.set(key.hash(), place(block, block.add(key, value)));
        }
    }

    /** Who finds the company's entry has to look for this one first, if it is a location's. */
    private boolean markMoreSpecific(EntryKey key) {
        if (key.locationId() == 0) {
            return true;
        }
        long company =
                EntryKey.everywhere(key.barcode()).ofCompany(key.companyId()).hash();
        long place = index.place(company);
        return (place & EntryIndex.MORE_SPECIFIC) != 0 || index.set(company, place | EntryIndex.MORE_SPECIFIC);
    }

    /** It was told of every key that the store has; from now on it knows which ones the store lacks. */
    public void complete() {
        complete = !full;
    }

    public boolean isComplete() {
        return complete;
    }

    /** Gives its memory back; who still reads may go on. */
    public void close() {
        complete = false;
        full = true;
        tier.giveBack(takenForKeys, takenForValues);
        takenForKeys = 0;
        takenForValues = 0;
    }

    private @Nullable Block block(long place) {
        if (place <= EntryIndex.IN_STORE) {
            return null;
        }
        long number = place >>> PLACE_BITS;
        Block block = blocks.getAcquire((int) (number % blocks.length()));
        return block != null && block.number() == number ? block : null;
    }

    private static long place(Block block, int at) {
        return block.number() << PLACE_BITS | at;
    }

    /** A block with so much room; null where there is no memory for it. */
    private @Nullable Block blockFor(int size) {
        Block block = filling;
        if (size > MemoryTier.BLOCK_BYTES) {
            return null;
        }
        if (block == null || !block.hasRoom(size)) {
            block = takeBlock() ? newBlock() : writtenAnew();
            if (block == null || !block.hasRoom(size)) {
                return null;
            }
            filling = block;
        }
        return block;
    }

    private boolean takeForKeys(long bytes) {
        boolean got = tier.takeForKeys(bytes);
        takenForKeys += got ? bytes : 0;
        return got;
    }

    private boolean takeBlock() {
        boolean got = tier.takeForValues(MemoryTier.BLOCK_BYTES);
        takenForValues += got ? MemoryTier.BLOCK_BYTES : 0;
        return got;
    }

    /** Numbers are never used twice, so that a place that was read long ago can't be taken for another. */
    private Block newBlock() {
        do {
            lastNumber++;
        } while (blocks.getPlain((int) (lastNumber % blocks.length())) != null);
        Block block = new Block(lastNumber);
        blocks.setRelease((int) (lastNumber % blocks.length()), block);
        return block;
    }

    /** Puts what counts of the most wasteful block into a new one; null where no block wastes much. */
    private @Nullable Block writtenAnew() {
        if (wasted < MemoryTier.BLOCK_BYTES / WORTH) {
            return null;
        }
        Block wasteful = null;
        for (int i = 0; i < blocks.length(); i++) {
            Block block = blocks.getPlain(i);
            if (block != null && (wasteful == null || block.live() < wasteful.live())) {
                wasteful = block;
            }
        }
        if (wasteful == null || wasteful.live() > MemoryTier.BLOCK_BYTES - MemoryTier.BLOCK_BYTES / WORTH) {
            return null;
        }
        Block block = newBlock();
        for (int at = 0; at < wasteful.end(); at = wasteful.next(at)) {
            long hash = wasteful.hash(at);
            if ((index.place(hash) & ~EntryIndex.MORE_SPECIFIC) == place(wasteful, at)) {
                index.set(hash, place(block, block.add(wasteful, at)));
            }
        }
        blocks.setRelease((int) (wasteful.number() % blocks.length()), null);
        wasted -= wasteful.end() - block.end();
        return block;
    }
}
