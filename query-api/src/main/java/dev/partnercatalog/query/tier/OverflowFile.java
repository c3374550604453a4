package dev.partnercatalog.query.tier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file for the blocks of one cache that found no memory. Its name is removed as soon as it is open, so that it ends with
 * the process, however that ends.
 *
 * <p>It is read through a mapping, which takes no call of the system and no lock, but written by calls: where a disk is full,
 * these fail, and a mapping would end the thread. Both see the same page cache. What was written can be read even after a
 * fault or a close; the disk has the room again once the mappings are collected. One thread writes, any may read.
 */
final class OverflowFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OverflowFile.class);

    /** Mapped at once: a process may have some 65,000 mappings, and a block is small. */
    private static final int REGIONS = 64;

    /** Room for a block. */
    record Region(long position, ByteBuffer bytes) {}

    private final FileChannel channel;
    private final Deque<Region> free = new ArrayDeque<>();
    private long length;

    private OverflowFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Null if there can be none, which the log says. */
    static @Nullable OverflowFile open(Path folder) {
        try {
            Path file = Files.createTempFile(folder, "memory-tier-", ".overflow");
            return new OverflowFile(FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException e) {
            LOG.warn("No file for entries that find no memory can be made in {}: {}", folder, e.toString());
            return null;
        }
    }

    /** Room that nothing is in; null if there can be no more. */
    @Nullable
    Region takeRegion() {
        try {
            if (channel.isOpen() && free.isEmpty()) {
                int bytes = REGIONS * MemoryTier.BLOCK_BYTES;
                // For writing, too, since only such a mapping makes the file longer. That alone takes no room.
                MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, length, bytes);
                for (int at = 0; at < bytes; at += MemoryTier.BLOCK_BYTES) {
                    free.add(new Region(length + at, mapped.slice(at, MemoryTier.BLOCK_BYTES)));
                }
                length += bytes;
            }
        } catch (IOException e) {
            failed(e);
        }
        return channel.isOpen() ? free.poll() : null;
    }

    /** First of all to be taken again, so that as little of the file is used as can be. */
    void free(Region region) {
        free.push(region);
    }

    /** How long it may become without more room for it. */
    long length() {
        return length;
    }

    boolean write(ByteBuffer from, Region region, int at) {
        long position = region.position() + at;
        try {
            while (from.hasRemaining()) {
                position += channel.write(from, position);
            }
            return true;
        } catch (IOException e) {
            failed(e);
            return false;
        }
    }

    private void failed(IOException fault) {
        if (channel.isOpen()) {
            LOG.warn("Entries that find no memory are only in their store from now on: {}", fault.toString());
            close();
        } else {
            LOG.debug("a file of the memory tier was closed while it was written", fault);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("A file of the memory tier can't be closed: {}", e.toString());
        }
    }
}
