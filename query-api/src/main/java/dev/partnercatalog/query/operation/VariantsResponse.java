package dev.partnercatalog.query.operation;

import dev.partnercatalog.resolution.ByteSink;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import org.eclipse.jetty.ee10.servlet.HttpOutput;

/**
 * Writes responses that contain variants: their images are spliced into buffers outside the heap, the form that the network
 * needs, which saves a copy. There are as many buffers as there were concurrent responses, up to a limit; additional ones
 * last for one response. Thread-safe.
 */
final class VariantsResponse {

    private static final byte[] OPEN = ",\"variants\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "]}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMA = ",".getBytes(StandardCharsets.US_ASCII);

    /** As many images as the nearest cache of a processor has room for. */
    private static final int FETCHED_AT_ONCE = 16;

    private static final int BUFFER_BYTES = 256 << 10;
    private static final int MOST_POOLED = 64;

    private final BlockingDeque<ByteBuffer> free = new LinkedBlockingDeque<>(MOST_POOLED);

    /** @param others the other fields, whose names come first in alphabetical order, as a complete nonempty object */
    void write(Context context, byte[] others, List<VariantImage> variants, ScopeView view) throws IOException {
        Spliced spliced = new Spliced(others.length - 1L + OPEN.length, variants, view);
        try (Output out = stream(context, () -> context.res().setContentLengthLong(spliced.length() + CLOSE.length))) {
            out.write(others, 0, others.length - 1);
            out.write(OPEN);
            spliced.writeTo(out);
            out.write(CLOSE);
            out.flush();
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /**
     * The variants of one response. Its length is known once they are written, so most responses, which fit in a buffer,
     * are spliced once; what doesn't fit is also spliced to count its bytes.
     */
    private static final class Spliced {

        private final List<VariantImage> variants;
        private final ScopeView view;
        private int next;
        private long before;

        @SuppressWarnings("unused") // It is written so that no compiler leaves out what it is made of.
        private int fetched;

        Spliced(long before, List<VariantImage> variants, ScopeView view) {
            this.before = before;
            this.variants = variants;
            this.view = view;
        }

        void writeTo(Output out) {
            for (VariantImage variant : variants) {
                if (next % FETCHED_AT_ONCE == 0) {
                    fetch();
                }
                if (next > 0) {
                    out.write(COMMA);
                }
                variant.writeTo(out, view);
                next++;
                before = out.written();
            }
        }

        private void fetch() {
            for (int i = next; i < Math.min(next + FETCHED_AT_ONCE, variants.size()); i++) {
                fetched += variants.get(i).fetch();
            }
        }

        /** The number of bytes from the response's beginning to the last variant's end. */
        long length() {
            long length = before;
            for (int i = next; i < variants.size(); i++) {
                length += (i > 0 ? COMMA.length : 0) + variants.get(i).length(view);
            }
            return length;
        }
    }

    /**
     * A response of any length; writing throws {@link UncheckedIOException} if the receiver accepts no more.
     *
     * @param beforeFirst runs before the first bytes are sent
     */
    Output stream(Context context, Runnable beforeFirst) throws IOException {
        ByteBuffer kept = free.poll();
        return new Output(
                (HttpOutput) context.res().getOutputStream(),
                kept == null ? ByteBuffer.allocateDirect(BUFFER_BYTES) : kept,
                beforeFirst);
    }

    /** A response being written; closing it returns the buffer without flushing it. Not thread-safe. */
    final class Output implements ByteSink, AutoCloseable {

        private final HttpOutput out;
        private final ByteBuffer buffer;
        private final Runnable beforeFirst;
        private long sent;
        private boolean sending;

        private Output(HttpOutput out, ByteBuffer buffer, Runnable beforeFirst) {
            this.out = out;
            this.buffer = buffer;
            this.beforeFirst = beforeFirst;
        }

        /** The number of bytes written so far, sent or not. */
        long written() {
            return sent + buffer.position();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int written = 0;
            while (written < length) {
                if (!buffer.hasRemaining()) {
                    flush();
                }
                int now = Math.min(length - written, buffer.remaining());
                buffer.put(bytes, offset + written, now);
                written += now;
            }
        }

        void write(byte[] whole) {
            write(whole, 0, whole.length);
        }

        void flush() {
            if (sent == 0) {
                beforeFirst.run();
            }
            sent += buffer.position();
            buffer.flip();
            sending = true;
            try {
                out.write(buffer);
            } catch (IOException e) {
                throw new UncheckedIOException("the caller left before its response was written", e);
            }
            sending = false;
            buffer.clear();
        }

        @Override
        public void close() {
            if (!sending) { // The sender that failed may still hold it.
                buffer.clear();
                var unused = free.offerFirst(buffer);
            }
        }
    }

    /** Says for how many seconds a response may lack changes, given the catalog's age before anything was read from it. */
    static void setAge(Context context, Duration age) {
        if (!age.isZero()) {
            context.header("Catalog-Age", Long.toString(age.toSeconds()));
        }
    }
}
