package dev.partnercatalog.query.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A request's body, given up where it comes too slowly as a whole: the server's own time-out starts anew with every
 * byte. Its sender has ten seconds, and one more for every 32 KiB that came. Not thread-safe.
 */
final class PatientInputStream extends FilterInputStream {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    private static final long BYTES_PER_SECOND = 32 << 10;

    private final LongSupplier nanoTime;
    private final long start;
    private long received;

    PatientInputStream(InputStream in, LongSupplier nanoTime) {
        super(in);
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        if (read > 0) {
            received += read;
            requireInTime();
        }
        return read;
    }

    private void requireInTime() throws IOException {
        long due = PATIENCE + received * TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND;
        if (nanoTime.getAsLong() - start > due) {
            throw new IOException("the body came too slowly");
        }
    }
}
