package dev.partnercatalog.operations;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses gzip (RFC 1952) to the end of a stream: whatever follows a member is the next member, or damage. The
 * JDK's own {@link java.util.zip.GZIPInputStream} takes a pause between two members of a pipe for the end, and ignores
 * what is no member.
 *
 * <p>{@link #read(byte[], int, int)} throws {@link EOFException} if a member is cut off, and {@link ZipException} if
 * the data is not gzip or is damaged. Content before that is returned first, except for up to 4 KiB. Not thread-safe.
 */
public final class GzipInput extends InputStream {

    private static final int BUFFER = 1 << 16;

    /** The library loses what it has decompressed in a call if the same call then meets damage. */
    private static final int MOST_LOST = 1 << 12;

    /** Supports marks, so that each member is left right behind its last byte. */
    private final BufferedInputStream in;

    private final byte[] oneByte = new byte[1];
    private @Nullable GzipCompressorInputStream member;

    public GzipInput(InputStream in) {
        this.in = new BufferedInputStream(in, BUFFER);
    }

    @Override
    public int read() throws IOException {
        return read(oneByte, 0, 1) < 0 ? -1 : oneByte[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        GzipCompressorInputStream current = member == null ? next() : member;
        int count = decompressed(current, bytes, offset, length);
        while (count < 0 && !ended()) {
            current = next();
            count = decompressed(current, bytes, offset, length);
        }
        return count;
    }

    private static int decompressed(GzipCompressorInputStream member, byte[] bytes, int offset, int length)
            throws IOException {
        try {
            return member.read(bytes, offset, Math.min(length, MOST_LOST));
        } catch (EOFException e) {
            throw cutOff(e);
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    private boolean ended() throws IOException {
        in.mark(1);
        boolean ended = in.read() < 0;
        in.reset();
        return ended;
    }

    private GzipCompressorInputStream next() throws IOException {
        try {
            GzipCompressorInputStream next = new GzipCompressorInputStream(in);
            member = next;
            return next;
        } catch (EOFException e) {
            throw cutOff(e);
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    private static EOFException cutOff(EOFException cause) {
        EOFException cutOff = new EOFException("it is cut off");
        cutOff.initCause(cause);
        return cutOff;
    }

    private static ZipException damaged(IOException cause) {
        ZipException damaged = new ZipException(cause.getMessage());
        damaged.initCause(cause);
        return damaged;
    }

    @Override
    public void close() throws IOException {
        if (member != null) {
            member.close();
        }
        in.close();
    }
}
