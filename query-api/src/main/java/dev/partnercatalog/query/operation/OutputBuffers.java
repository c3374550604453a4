package dev.partnercatalog.query.operation;

import dev.partnercatalog.resolution.ByteSink;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee10.servlet.HttpOutput;

/**
 * Buffers outside the heap in which answers are put together, as the network takes them, without one more copy. There
 * are as many as there were answers at once, up to a bound; those beyond it last for one answer. Thread-safe.
 */
final class OutputBuffers {

    private static final int BYTES = 256 << 10;
    private static final int MOST_KEPT = 64;

    private final ConcurrentLinkedDeque<ByteBuffer> free = new ConcurrentLinkedDeque<>();
    private final AtomicInteger kept = new AtomicInteger();

    /** An answer under way; closing it gives the buffer back and is no flush. Not thread-safe. */
    final class Output implements ByteSink, AutoCloseable {

        private final HttpOutput out;
        private final ByteBuffer buffer;
        private boolean sending;

        private Output(HttpOutput out, ByteBuffer buffer) {
            this.out = out;
            this.buffer = buffer;
        }

        /** Throws {@link UncheckedIOException} where the receiver takes no more. */
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

        /** Sends what was written. */
        void flush() {
            buffer.flip();
            sending = true;
            try {
                out.write(buffer);
            } catch (IOException e) {
                throw new UncheckedIOException("the caller has gone before its answer", e);
            }
            sending = false;
            buffer.clear();
        }

        @Override
        public void close() {
            if (sending) {
                return; // The sender that failed may still hold it.
            }
            buffer.clear();
            if (kept.incrementAndGet() > MOST_KEPT) {
                kept.decrementAndGet();
            } else {
                free.push(buffer);
            }
        }
    }

    /** @param out of the server, whose own stream alone takes buffers */
    Output to(ServletOutputStream out) {
        ByteBuffer buffer = free.poll();
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(BYTES);
        } else {
            kept.decrementAndGet();
        }
        return new Output((HttpOutput) out, buffer);
    }
}
