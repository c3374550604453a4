package dev.partnercatalog.cli.publish.eventfile;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * What a stream of gzip (RFC 1952) contains, to its end: whatever follows a member is the next member, or damage. The JDK
 * alone ignores what is no member, and takes a pause between two members of a pipe for the end.
 *
 * <p>Throws {@link java.io.EOFException} if a member is cut off, and {@link ZipException} for other damage, after what
 * precedes it, except for the last bytes. Not thread-safe.
 */
final class GzipContent extends GZIPInputStream {

    private static final int BUFFER = 1 << 16;
    private static final int TRAILER = 8;

    GzipContent(InputStream in) throws IOException {
        super(new Compressed(in), BUFFER);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count < 0 && (((Compressed) in).more || inf.getRemaining() > TRAILER)) {
            throw new ZipException("what follows is not compressed");
        }
        return count;
    }

    /** A reader that asks would read on, and lose what it has if damage follows. */
    @Override
    public int available() {
        return 0;
    }

    /** Is asked at the end of each member whether more is available, and waits until that is known. */
    private static final class Compressed extends BufferedInputStream {

        private boolean more;

        Compressed(InputStream in) {
            super(in, BUFFER);
        }

        @Override
        public synchronized int available() throws IOException {
            mark(1);
            more = read() >= 0;
            reset();
            return more ? 1 : 0;
        }
    }
}
