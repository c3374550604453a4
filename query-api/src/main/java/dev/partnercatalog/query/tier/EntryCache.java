package dev.partnercatalog.query.tier;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one store, as far as there is memory for their keys, and which keys the store lacks. Values are appended
 * to blocks; where memory is short, the block with most room wasted on values that were replaced is written anew, and if
 * none wastes much, the next block is in a file.
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

    private static final int FIRST_BLOCKS = 16;

    private final MemoryTier tier;
    private final Supplier<@Nullable OverflowFile> files;
    private final EntryIndex index;
    private volatile AtomicReferenceArray<Block> blocks;
    private int count;
    private @Nullable OverflowFile overflow;
    private boolean askedForFile;
    private @Nullable Block filling;
    private long takenForKeys;
    private long takenForValues;
    private long lastNumber;
    private long wasted;
    private boolean full;
    private volatile boolean complete;

    /** @param files asked once, for the first value that finds no memory; tells null if there can be no file */
    EntryCache(MemoryTier tier, Supplier<@Nullable OverflowFile> files) {
        this.tier = tier;
        this.files = files;
        this.index = new EntryIndex(this::takeForKeys);
        this.blocks = new AtomicReferenceArray<>(FIRST_BLOCKS);
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
        if (block == null) {
            return null;
        }
        Slice entry = block.entry((int) place);
        // Another key may have the same hash, and another block may have been written where this one was.
        return Block.isOf(entry, key) && block(place) == block ? Block.value(entry, key) : null;
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
            byte[] entry = Block.entry(key, value);
            index.set(key.hash(), place(block, block.add(entry, 0, entry.length)));
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
        if (overflow != null) {
            overflow.close();
        }
        tier.giveBack(takenForKeys, takenForValues);
        takenForKeys = 0;
        takenForValues = 0;
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

    /** A block with so much room, in memory if there is some, else in the file; null where there is neither. */
    private @Nullable Block blockFor(int size) {
        Block block = filling;
        if (size > MemoryTier.BLOCK_BYTES) {
            return null;
        }
        if (block == null || !block.hasRoom(size)) {
            block = takeBlock() ? added(new HeapBlock(nextNumber())) : writtenAnew();
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
        OverflowFile file = overflow;
        if (!askedForFile) {
            askedForFile = true;
            file = files.get();
            overflow = file;
        }
        OverflowFile.Region region = file == null ? null : file.takeRegion();
        return file == null || region == null ? null : added(new FileBlock(nextNumber(), file, region));
    }

    /** Takes it from the values if need be: one in the file costs less than a look in the store for a key that isn't known. */
    private boolean takeForKeys(long bytes) {
        boolean got = tier.takeForKeys(bytes);
        while (!got && giveUpMemory()) {
            got = tier.takeForKeys(bytes);
        }
        takenForKeys += got ? bytes : 0;
        return got;
    }

    /** Moves the values of a block in memory to the file; false if there is no such block. */
    private boolean giveUpMemory() {
        Block block = emptiest(HeapBlock.class::isInstance);
        if (block == null) {
            return false;
        }
        move(block, inFile());
        tier.giveBack(0, MemoryTier.BLOCK_BYTES);
        takenForValues -= MemoryTier.BLOCK_BYTES;
        return true;
    }

    private boolean takeBlock() {
        boolean got = tier.takeForValues(MemoryTier.BLOCK_BYTES);
        takenForValues += got ? MemoryTier.BLOCK_BYTES : 0;
        return got;
    }

    /** Never the same twice, so that a place that was read long ago can't be taken for another. */
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
            filling = null; // What is written to it from now on could be in another block's place.
        }
        block.giveUp();
    }

    /** Puts what counts of the most wasteful block into a new one; null where no block wastes much. */
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

    /** The block of these in which the least counts. */
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
     * Gives up a block when what counts in it is in another one.
     *
     * @param to has room for it; with null, only the store has it from now on
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
