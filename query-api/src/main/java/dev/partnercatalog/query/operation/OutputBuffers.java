package dev.partnercatalog.query.operation;

import dev.partnercatalog.resolution.ByteSink;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee10.servlet.HttpOutput;

/**
 * Buffers outside the heap in which responses are assembled in the form that the network needs, which saves a copy.
 * There are as many as there were concurrent responses, up to a limit; additional ones last for one response.
 * Thread-safe.
 */
final class OutputBuffers {

    private static final int BYTES = 256 << 10;
    private static final int MOST_KEPT = 64;

    private final ConcurrentLinkedDeque<ByteBuffer> free = new ConcurrentLinkedDeque<>();
    private final AtomicInteger kept = new AtomicInteger();

    /** Where a buffer goes. */
    @FunctionalInterface
    private interface Sender {

        void send(ByteBuffer buffer) throws IOException;
    }

    /** A response being written; closing it returns the buffer without flushing it. Not thread-safe. */
    final class Output implements ByteSink, AutoCloseable {

        private final Sender out;
        private final ByteBuffer buffer;
        private final Runnable beforeFirst;
        private long sent;
        private boolean sending;

        private Output(Sender out, ByteBuffer buffer, Runnable beforeFirst) {
            this.out = out;
            this.buffer = buffer;
            this.beforeFirst = beforeFirst;
        }

        /** The number of bytes written so far, sent or not. */
        long written() {
            return sent + buffer.position();
        }

        /** Throws {@link UncheckedIOException} if the receiver accepts no more. */
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
            if (sent == 0) {
                beforeFirst.run();
            }
            sent += buffer.position();
            buffer.flip();
            sending = true;
            try {
                out.send(buffer);
            } catch (IOException e) {
                throw new UncheckedIOException("the caller left before its response was written", e);
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

    /**
     * A response to a caller.
     *
     * @param out the server's own stream, which accepts buffers; or another, for a request within this process
     * @param beforeFirst runs before the first bytes are sent
     */
    Output to(ServletOutputStream out, Runnable beforeFirst) {
        ByteBuffer buffer = free.poll();
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(BYTES);
        } else {
            kept.decrementAndGet();
        }
        return new Output(sender(out), buffer, beforeFirst);
    }

    private static Sender sender(ServletOutputStream out) {
        if (out instanceof HttpOutput server) {
            return server::write;
        }
        WritableByteChannel channel = Channels.newChannel(out);
        return channel::write;
    }
}
