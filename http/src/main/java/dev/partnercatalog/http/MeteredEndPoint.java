package dev.partnercatalog.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection's end point that knows how fast its receiver reads what is written; the server's own timeout restarts
 * with every byte.
 */
final class MeteredEndPoint extends SocketChannelEndPoint {

    private static final long NOT_WAITING = 0;

    private volatile long waitingSince = NOT_WAITING;
    private volatile long taken;

    MeteredEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
    }

    /** Only one thread writes at a time, so nothing is counted twice. */
    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long before = remaining(buffers);
        boolean all = super.flush(buffers);
        if (all) {
            waitingSince = NOT_WAITING;
        } else if (waitingSince == NOT_WAITING) {
            taken = 0;
            // The clock could return the value that means "not waiting"; a nanosecond more does no harm.
            waitingSince = System.nanoTime() | 1;
        } else {
            taken += before - remaining(buffers);
        }
        return all;
    }

    /**
     * Whether a response has waited for its receiver longer than {@code patience}, plus a second for every 32 KiB read
     * since.
     */
    boolean isStuck(long now, long patience) {
        long since = waitingSince;
        return since != NOT_WAITING
                && now - since > patience + taken * TimeUnit.SECONDS.toNanos(1) / HeldConnection.BYTES_PER_SECOND;
    }

    private static long remaining(ByteBuffer... buffers) {
        long remaining = 0;
        for (ByteBuffer buffer : buffers) {
            remaining += buffer.remaining();
        }
        return remaining;
    }
}
