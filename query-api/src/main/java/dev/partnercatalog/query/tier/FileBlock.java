package dev.partnercatalog.query.tier;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** A block in a file. Another one may be written in its place once the cache has given it up. */
final class FileBlock extends Block {

    private final OverflowFile file;
    private final OverflowFile.Region region;

    /** @param region of the file; this block takes ownership of it */
    FileBlock(long number, OverflowFile file, OverflowFile.Region region) {
        super(number);
        this.file = file;
        this.region = region;
    }

    @Override
    boolean write(byte[] from, int start, int size, int at) {
        return file.write(ByteBuffer.wrap(from, start, size), region, at);
    }

    @Override
    Slice entry(int at) {
        int size = region.bytes().getInt(at);
        if (size < LEAST || size > MemoryTier.BLOCK_BYTES - at) {
            return NOTHING;
        }
        byte[] bytes = new byte[size];
        region.bytes().get(at, bytes);
        // Only then may the caller check whether the cache has given up this block, so that something else was read.
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
