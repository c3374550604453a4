package dev.partnercatalog.query.tier;

import dev.partnercatalog.query.tier.Block.BlockTable;
import dev.partnercatalog.query.tier.Block.FileBlock;
import dev.partnercatalog.query.tier.Block.HeapBlock;
import dev.partnercatalog.resolution.Scope;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries or listings of one store, as far as there is memory for their keys, and which keys the store lacks.
 * Values are appended to a block in memory. If memory is short when it is full, the block with the most waste from replaced
 * values is rewritten; if none wastes much, the full one goes to a file.
 *
 * <p>Changed by one thread at a time, which reports each change of the store before the next one is made; any thread
 * may read. What a thread reads is what the store contained at some moment during the call.
 */
public final class EntryCache {

    /** The result of {@link #find} for a key that the store lacks. */
    public static final Slice ABSENT = new Slice(new byte[0], 0);

    private static final int ADDRESS_BITS = 32;

    /** A block is worth rewriting if one part in this many is wasted. */
    private static final int WORTH = 4;

    private final CacheMemory memory;
    private final EntryIndex index;
    private final BlockTable blocks = new BlockTable();

    /** Its memory isn't taken from the tier. */
    private HeapBlock filling = blocks.add(new HeapBlock(blocks.nextNumber()));

    private long wasted;
    private boolean full;
    private volatile boolean complete;

    /** @param files called once, for the first block that finds no memory; returns null if no file can be created */
    EntryCache(MemoryTier tier, Supplier<@Nullable OverflowFile> files) {
        this.memory = new CacheMemory(tier, files);
        this.index = new EntryIndex(this::takeForKeys);
    }

    /**
     * The values, as {@link #find(EntryKey)} finds each. Takes each step for all keys before the next one: addresses and
     * entries are scattered, and the processor fetches many at once, so it waits for memory once instead of each time.
     */
    public @Nullable Slice[] find(EntryKey[] keys) {
        return find(keys, i -> true, false);
    }

    /**
     * The same for keys of companies or of everywhere, and also null if the store may have entries of locations of the
     * company.
     *
     * @param wanted selects keys by their positions; the others' values are null
     */
    public @Nullable Slice[] findIfMostSpecific(EntryKey[] keys, IntPredicate wanted) {
        return find(keys, wanted, true);
    }

    private @Nullable Slice[] find(EntryKey[] keys, IntPredicate wanted, boolean ifMostSpecific) {
        long[] hashes = new long[keys.length];
        for (int i = 0; i < keys.length; i++) {
            hashes[i] = wanted.test(i) ? keys[i].hash() : 0;
        }
        long[] addresses = addresses(hashes);
        long[] there = new long[keys.length];
        for (int i = 0; i < keys.length; i++) {
            there[i] = hash(addresses[i]);
        }
        @Nullable Slice[] found = new Slice[keys.length];
        for (int i = 0; i < keys.length; i++) {
            found[i] = hashes[i] == 0 ? null : find(keys[i], addresses[i], there[i], ifMostSpecific);
        }
        return found;
    }

    /**
     * The addresses of entries with these hashes; 0 if there is none. As long as the index is incomplete, an entry may have
     * more specific ones that it doesn't know.
     */
    long[] addresses(long[] hashes) {
        // Read first: only then is a key that isn't found below missing from the store too.
        boolean all = complete;
        long[] addresses = index.addresses(hashes);
        for (int i = 0; i < addresses.length && !all; i++) {
            boolean isNew = (addresses[i] & ~EntryIndex.MORE_SPECIFIC) == EntryIndex.NONE;
            addresses[i] = (isNew ? EntryIndex.IN_STORE : addresses[i]) | EntryIndex.MORE_SPECIFIC;
        }
        return addresses;
    }

    /** The hash of the entry at an address; 0, which no entry has, if nothing is in memory. */
    long hash(long address) {
        long at = address & ~EntryIndex.MORE_SPECIFIC;
        Block block = block(at);
        return block == null ? 0 : block.hash((int) at);
    }

    /** The value, given what {@link #addresses} and {@link #hash} returned. */
    @Nullable
    Slice find(EntryKey key, long address, long hash, boolean ifMostSpecific) {
        long at = address & ~EntryIndex.MORE_SPECIFIC;
        boolean there = at == EntryIndex.NONE || hash == key.hash();
        return there && (at == address || !ifMostSpecific) ? value(key, at, true) : null;
    }

    /** The value; {@link #ABSENT} if the store has none, or null if only the store knows. */
    public @Nullable Slice find(EntryKey key) {
        // Read first: only then is a key that isn't found below missing from the store too.
        boolean all = complete;
        return value(key, index.address(key.hash()) & ~EntryIndex.MORE_SPECIFIC, all);
    }

    private @Nullable Slice value(EntryKey key, long address, boolean all) {
        if (address == EntryIndex.NONE) {
            return all ? ABSENT : null;
        }
        Block block = block(address);
        if (block == null) {
            return null;
        }
        Slice entry = block.entry((int) address);
        // Another key may have the same hash, and another block may have replaced this one.
        return Block.isOf(entry, key) && block(address) == block ? Block.value(entry, key) : null;
    }

    /** Whether it has received this key, or another one with the same hash. */
    public boolean knows(EntryKey key) {
        return (index.address(key.hash()) & ~EntryIndex.MORE_SPECIFIC) != EntryIndex.NONE;
    }

    /** The store now has this value; null if it has none. Values of keys that aren't ASCII are left to the store. */
    public void put(EntryKey key, byte @Nullable [] value) {
        long before = index.address(key.hash()) & ~EntryIndex.MORE_SPECIFIC;
        if (full && before == EntryIndex.NONE) {
            return; // It may have had a newer value for which there was no memory.
        }
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
        if (value != null && key.isCacheable() && Block.size(key, value.length) <= MemoryTier.BLOCK_BYTES) {
            byte[] entry = Block.entry(key, value);
            while (!filling.hasRoom(entry.length)) {
                replaceFilling();
            }
            index.set(key.hash(), address(filling, filling.add(entry, 0, entry.length)));
        }
    }

    /** If the key is a location's, lookups of the company's entry must check for it first. */
    private boolean markMoreSpecific(EntryKey key) {
        if (!(key.scope() instanceof Scope.Location location)) {
            return true;
        }
        long company = EntryKey.everywhere(key.barcode()).at(location.company()).hash();
        long address = index.address(company);
        return (address & EntryIndex.MORE_SPECIFIC) != 0 || index.set(company, address | EntryIndex.MORE_SPECIFIC);
    }

    /** It has received every key that the store has; from now on it knows which ones the store lacks. */
    public void complete() {
        complete = !full;
    }

    /** Releases its memory; threads that are still reading may continue. */
    public void close() {
        complete = false;
        full = true;
        memory.close();
    }

    private @Nullable Block block(long address) {
        if (address <= EntryIndex.IN_STORE) {
            return null;
        }
        return blocks.find(address >>> ADDRESS_BITS);
    }

    private static long address(Block block, int at) {
        return block.number() << ADDRESS_BITS | at;
    }

    /** The block is full. Another takes its place, and it stays in memory if there is more, or if another one wastes much. */
    private void replaceFilling() {
        HeapBlock before = filling;
        filling = blocks.add(new HeapBlock(blocks.nextNumber()));
        if (memory.takeBlock()) {
            return;
        }
        Block wasteful = wasteful();
        if (wasteful != null) {
            move(wasteful, filling);
        }
        // The memory of one that was rewritten is left to the full one.
        if (!(wasteful instanceof HeapBlock)) {
            moveToFile(before);
        }
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
        if (!(blocks.emptiest(any -> any instanceof HeapBlock && any != filling) instanceof HeapBlock block)) {
            return false;
        }
        moveToFile(block);
        memory.giveBackBlock();
        return true;
    }

    /** Its entries keep their addresses. If there is no such file, only the store has them from now on. */
    private void moveToFile(HeapBlock block) {
        FileBlock written = memory.write(block);
        if (written == null) {
            move(block, null);
        } else {
            blocks.replace(written);
        }
    }

    /** The block that takes the least work among those that waste much; null if none does. */
    private @Nullable Block wasteful() {
        int much = MemoryTier.BLOCK_BYTES / WORTH;
        return wasted < much ? null : blocks.emptiest(any -> any != filling && any.end() - any.live() >= much);
    }

    /** Gives up a block after moving its live entries to another with room for them, or to the store alone. */
    private void move(Block from, @Nullable HeapBlock to) {
        int at = 0;
        while (at < from.end()) {
            Slice entry = from.entry(at);
            long hash = Block.hash(entry);
            if ((index.address(hash) & ~EntryIndex.MORE_SPECIFIC) == address(from, at)) {
                index.set(
                        hash,
                        to == null
                                ? EntryIndex.IN_STORE
                                : address(to, to.add(entry.bytes(), entry.start(), Block.size(entry))));
            }
            at += Block.size(entry);
        }
        wasted -= from.end() - from.live();
        blocks.remove(from);
        from.giveUp();
    }

    /** The memory and the file that one cache has taken, until it is closed. Not thread-safe. */
    private static final class CacheMemory {

        private final MemoryTier tier;
        private final Supplier<@Nullable OverflowFile> files;
        private @Nullable OverflowFile file;
        private boolean askedForFile;
        private long keys;
        private long values;

        CacheMemory(MemoryTier tier, Supplier<@Nullable OverflowFile> files) {
            this.tier = tier;
            this.files = files;
        }

        /** Takes memory for keys; returns whether that much was left. */
        boolean takeForKeys(long bytes) {
            boolean got = tier.takeForKeys(bytes);
            keys += got ? bytes : 0;
            return got;
        }

        /** Takes memory for a block of values; returns whether that much was left. */
        boolean takeBlock() {
            boolean got = tier.takeForValues(MemoryTier.BLOCK_BYTES);
            values += got ? MemoryTier.BLOCK_BYTES : 0;
            return got;
        }

        void giveBackBlock() {
            tier.giveBack(0, MemoryTier.BLOCK_BYTES);
            values -= MemoryTier.BLOCK_BYTES;
        }

        /** The same block in the file; null if it can't be written there. */
        @Nullable
        FileBlock write(HeapBlock block) {
            if (!askedForFile) {
                askedForFile = true;
                file = files.get();
            }
            OverflowFile.Region region = file == null ? null : file.takeRegion();
            return file != null && region != null && file.write(block.written(), region)
                    ? new FileBlock(block, file, region)
                    : null;
        }

        void close() {
            if (file != null) {
                file.close();
            }
            tier.giveBack(keys, values);
            keys = 0;
            values = 0;
        }
    }
}
