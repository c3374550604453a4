package dev.partnercatalog.query.tier;

import dev.partnercatalog.schemas.fault.FaultWords;
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
 * A file for the blocks of one cache that found no memory. Its name is removed as soon as it is open, so that it
 * disappears with the process, however that ends.
 *
 * <p>It is read through a mapping, without system calls or locks, but written with system calls: if the disk is full,
 * these fail, whereas writing to a mapping would kill the thread. Both see the same page cache. Written data can be
 * read even after a fault or a close; the disk space is released once the mappings are collected. One thread writes,
 * any may read.
 */
final class OverflowFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OverflowFile.class);

    /** Mapped together: a process may have some 65,000 mappings, and a block is small. */
    private static final int REGIONS = 64;

    /** Space for a block. */
    record Region(long position, ByteBuffer bytes) {}

    private final FileChannel channel;
    private final Deque<Region> free = new ArrayDeque<>();
    private long length;

    private OverflowFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Null if no file can be created, which is logged. */
    static @Nullable OverflowFile open(Path folder) {
        try {
            Path file = Files.createTempFile(folder, "memory-tier-", ".overflow");
            return new OverflowFile(FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException e) {
            LOG.warn("Can't create a file for entries that find no memory in {}: {}", folder, FaultWords.of(e));
            return null;
        }
    }

    /** An unused region; null if there can be no more. */
    @Nullable
    Region takeRegion() {
        try {
            if (channel.isOpen() && free.isEmpty()) {
                int bytes = REGIONS * MemoryTier.BLOCK_BYTES;
                // For writing too, since only such a mapping extends the file. That alone takes no disk space.
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

    /** It will be the first to be taken again, so that as little of the file is used as possible. */
    void free(Region region) {
        free.push(region);
    }

    /** How long it may become without taking more space. */
    long length() {
        return length;
    }

    /** Returns whether it is written. */
    boolean write(ByteBuffer from, Region region) {
        long position = region.position();
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
            LOG.warn("From now on, entries that find no memory are only in their store: {}", fault.toString());
            close();
        } else {
            LOG.debug("a file of the memory tier was closed while being written", fault);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("A file of the memory tier can't be closed: {}", FaultWords.of(e));
        }
    }
}
