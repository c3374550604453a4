package dev.partnercatalog.query.tier;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The memory and the file that one cache has taken, until it is closed. Not thread-safe. */
final class CacheMemory {

    private final MemoryTier tier;
    private final Supplier<@Nullable OverflowFile> files;
    private @Nullable OverflowFile file;
    private boolean askedForFile;
    private long keys;
    private long values;

    /** @param files called once, for the first value that finds no memory; returns null if no file can be created */
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

    /**
     * A block in the file, null if there can be no more.
     *
     * @param number supplies its number if there is one
     */
    @Nullable
    FileBlock blockInFile(LongSupplier number) {
        if (!askedForFile) {
            askedForFile = true;
            file = files.get();
        }
        OverflowFile.Region region = file == null ? null : file.takeRegion();
        return file == null || region == null ? null : new FileBlock(number.getAsLong(), file, region);
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
