package dev.partnercatalog.runtime.fetch;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The decompressed bytes of a batch, counted. Not thread-safe. */
final class RecordStream extends FilterInputStream {

    private long position;

    RecordStream(InputStream in) {
        super(in);
    }

    /** The number of bytes read or skipped. */
    long position() {
        return position;
    }

    /** Skips forward to a position. */
    void skipTo(long target) throws IOException {
        skipNBytes(target - position);
    }

    byte[] readExactly(int length) throws IOException {
        byte[] bytes = readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) {
            position++;
        }
        return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        if (read > 0) {
            position += read;
        }
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        position += skipped;
        return skipped;
    }
}
