package dev.partnercatalog.query.tier;

import dev.partnercatalog.resolution.Scope;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one store, as far as there is memory for their keys, and which keys the store lacks. Values are
 * appended to blocks. If memory is short, the block with the most waste from replaced values is rewritten; if none
 * wastes much, the next block is in a file.
 *
 * <p>Changed by one thread at a time, which reports each change of the store before the next one is made; any thread
 * may read. What a thread reads is what the store contained at some moment during the call.
 */
public final class EntryCache {

    /** The result of {@link #find} for a key that the store lacks. */
    public static final Slice ABSENT = new Slice(new byte[0], 0);

    private static final int PLACE_BITS = 32;

    /** A block is worth rewriting if more than one part in this many is wasted. */
    private static final int WORTH = 4;

    private static final int FIRST_BLOCKS = 16;

    private final CacheMemory memory;
    private final EntryIndex index;
    private volatile AtomicReferenceArray<Block> blocks;
    private int count;
    private @Nullable Block filling;
    private long lastNumber;
    private long wasted;
    private boolean full;
    private volatile boolean complete;

    /** @param files called once, for the first value that finds no memory; returns null if no file can be created */
    EntryCache(MemoryTier tier, Supplier<@Nullable OverflowFile> files) {
        this.memory = new CacheMemory(tier, files);
        this.index = new EntryIndex(this::takeForKeys);
        this.blocks = new AtomicReferenceArray<>(FIRST_BLOCKS);
    }

    /**
     * The place of an entry that isn't a location's, for {@link #hash} and {@link #findAlone}. A caller that takes each
     * of these steps for all of its keys before the next step waits for memory once instead of each time: places and
     * entries are scattered, and the processor fetches many at once.
     */
    public long place(EntryKey key) {
        // Read first: only then is a key that isn't found below missing from the store too.
        boolean all = complete;
        long place = index.place(key.hash());
        return all ? place : EntryIndex.MORE_SPECIFIC;
    }

    /** The hash of the entry at a place returned by {@link #place}; 0, which no entry has, if nothing is in memory. */
    public long hash(long place) {
        long at = place & ~EntryIndex.MORE_SPECIFIC;
        Block block = block(at);
        return block == null ? 0 : block.hash((int) at);
    }

    /**
     * The value of an entry, provided the store has no entry of a location of its company; {@link #ABSENT} if there is
     * no entry at all. Null if there may be entries of locations, or if only the store knows.
     *
     * @param place as returned by {@link #place}
     * @param hash as returned by {@link #hash} for the place
     */
    public @Nullable Slice findAlone(EntryKey key, long place, long hash) {
        boolean alone = (place & EntryIndex.MORE_SPECIFIC) == 0;
        boolean there = place == EntryIndex.NONE || hash == key.hash();
        return alone && there ? value(key, place, true) : null;
    }

    /** The value; {@link #ABSENT} if the store has none, or null if only the store knows. */
    public @Nullable Slice find(EntryKey key) {
        // Read first: only then is a key that isn't found below missing from the store too.
        boolean all = complete;
        return value(key, index.place(key.hash()) & ~EntryIndex.MORE_SPECIFIC, all);
    }

    private @Nullable Slice value(EntryKey key, long place, boolean all) {
        if (place == EntryIndex.NONE) {
            return all ? ABSENT : null;
        }
        Block block = block(place);
        if (block == null) {
            return null;
        }
        Slice entry = block.entry((int) place);
        // Another key may have the same hash, and another block may have replaced this one.
        return Block.isOf(entry, key) && block(place) == block ? Block.value(entry, key) : null;
    }

    /** Whether it has received this key, or another one with the same hash. */
    public boolean knows(EntryKey key) {
        return (index.place(key.hash()) & ~EntryIndex.MORE_SPECIFIC) != EntryIndex.NONE;
    }

    /** The store now has this value; null if it has none. */
    public void put(EntryKey key, byte @Nullable [] value) {
        long before = index.place(key.hash()) & ~EntryIndex.MORE_SPECIFIC;
        // First, so that the memory of the previous value can be used for this one.
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
            byte[] entry = Block.entry(key, value);
            index.set(key.hash(), place(block, block.add(entry, 0, entry.length)));
        }
    }

    /** If the key is a location's, lookups of the company's entry must check for it first. */
    private boolean markMoreSpecific(EntryKey key) {
        if (!(key.scope() instanceof Scope.Location location)) {
            return true;
        }
        long company = EntryKey.everywhere(key.barcode()).at(location.company()).hash();
        long place = index.place(company);
        return (place & EntryIndex.MORE_SPECIFIC) != 0 || index.set(company, place | EntryIndex.MORE_SPECIFIC);
    }

    /** It has received every key that the store has; from now on it knows which ones the store lacks. */
    public void complete() {
        complete = !full;
    }

    public boolean isComplete() {
        return complete;
    }

    /** Releases its memory; threads that are still reading may continue. */
    public void close() {
        complete = false;
        full = true;
        memory.close();
    }

    private @Nullable Block block(long place) {
        if (place <= EntryIndex.IN_STORE) {
            return null;
        }
        long number = place >>> PLACE_BITS;
        AtomicReferenceArray<Block> now = blocks;
        Block block = now.getAcquire((int) (number % now.length()));
        return block != null && block.number() == number ? block : null;
    }

    private static long place(Block block, int at) {
        return at == Block.NOWHERE ? EntryIndex.IN_STORE : block.number() << PLACE_BITS | at;
    }

    /** A block with enough room, in memory if possible, otherwise in the file; null if neither is possible. */
    private @Nullable Block blockFor(int size) {
        Block block = filling;
        if (size > MemoryTier.BLOCK_BYTES) {
            return null;
        }
        if (block == null || !block.hasRoom(size)) {
            block = memory.takeBlock() ? added(new HeapBlock(nextNumber())) : writtenAnew();
            if (block == null || !block.hasRoom(size)) {
                block = inFile();
            }
            if (block == null) {
                return null;
            }
            filling = block;
        }
        return block;
    }

    private @Nullable Block inFile() {
        Block block = memory.blockInFile(this::nextNumber);
        return block == null ? null : added(block);
    }

    /**
     * Takes it from the values if necessary: reading one from the file costs less than a store lookup for an unknown
     * key.
     */
    private boolean takeForKeys(long bytes) {
        boolean got = memory.takeForKeys(bytes);
        while (!got && giveUpMemory()) {
            got = memory.takeForKeys(bytes);
        }
        return got;
    }

    /** Moves the values of a block in memory to the file; false if there is no such block. */
    private boolean giveUpMemory() {
        Block block = emptiest(HeapBlock.class::isInstance);
        if (block == null) {
            return false;
        }
        move(block, inFile());
        memory.giveBackBlock();
        return true;
    }

    /** Never the same twice, so that a place that was read long ago can't be mistaken for another. */
    private long nextNumber() {
        if (2 * count >= blocks.length()) {
            AtomicReferenceArray<Block> more = new AtomicReferenceArray<>(2 * blocks.length());
            for (int i = 0; i < blocks.length(); i++) {
                Block block = blocks.getPlain(i);
                if (block != null) {
                    more.setPlain((int) (block.number() % more.length()), block);
                }
            }
            blocks = more;
        }
        do {
            lastNumber++;
        } while (blocks.getPlain((int) (lastNumber % blocks.length())) != null);
        return lastNumber;
    }

    private Block added(Block block) {
        blocks.setRelease((int) (block.number() % blocks.length()), block);
        count++;
        return block;
    }

    private void giveUp(Block block) {
        blocks.set((int) (block.number() % blocks.length()), null);
        count--;
        if (block == filling) {
            filling = null; // Later writes to it could end up in another block's place.
        }
        block.giveUp();
    }

    /** Copies the live entries of the most wasteful block into a new one; null if no block wastes much. */
    private @Nullable Block writtenAnew() {
        if (wasted < MemoryTier.BLOCK_BYTES / WORTH) {
            return null;
        }
        Block wasteful = emptiest(any -> true);
        if (wasteful == null || wasteful.live() > MemoryTier.BLOCK_BYTES - MemoryTier.BLOCK_BYTES / WORTH) {
            return null;
        }
        Block block = wasteful instanceof HeapBlock ? added(new HeapBlock(nextNumber())) : inFile();
        if (block != null) {
            move(wasteful, block);
        }
        return block;
    }

    /** The block with the fewest live bytes among these. */
    private @Nullable Block emptiest(Predicate<Block> wanted) {
        Block emptiest = null;
        for (int i = 0; i < blocks.length(); i++) {
            Block block = blocks.getPlain(i);
            if (block != null && wanted.test(block) && (emptiest == null || block.live() < emptiest.live())) {
                emptiest = block;
            }
        }
        return emptiest;
    }

    /**
     * Gives up a block after moving its live entries to another.
     *
     * @param to must have room for them; if null, they are only in the store from now on
     */
    private void move(Block from, @Nullable Block to) {
        int at = 0;
        while (at < from.end()) {
            Slice entry = from.entry(at);
            long hash = Block.hash(entry);
            if ((index.place(hash) & ~EntryIndex.MORE_SPECIFIC) == place(from, at)) {
                index.set(
                        hash,
                        to == null
                                ? EntryIndex.IN_STORE
                                : place(to, to.add(entry.bytes(), entry.start(), Block.size(entry))));
            }
            at += Block.size(entry);
        }
        wasted -= from.end() - from.live();
        giveUp(from);
    }
}
