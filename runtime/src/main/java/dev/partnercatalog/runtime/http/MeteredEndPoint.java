package dev.partnercatalog.runtime.http;

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

    /** What earlier waits took beyond what was read in them; it shrinks while nothing is waited for. */
    private volatile long late;

    private long waitedUntil = System.nanoTime();

    MeteredEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
    }

    /** Only one thread writes at a time, so nothing is counted twice. */
    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long before = remaining(buffers);
        boolean all = super.flush(buffers);
        long now = System.nanoTime();
        if (waitingSince != NOT_WAITING) {
            taken += before - remaining(buffers);
            if (all) {
                late = Math.max(0, now - waitingSince + late - allowed(taken));
                waitedUntil = now;
                waitingSince = NOT_WAITING;
            }
        } else if (!all) {
            taken = 0;
            late = Math.max(0, late - (now - waitedUntil));
            // The clock could return the value that means "not waiting"; a nanosecond more does no harm.
            waitingSince = now | 1;
        }
        return all;
    }

    private static long allowed(long bytes) {
        return bytes * TimeUnit.SECONDS.toNanos(1) / HeldConnection.BYTES_PER_SECOND;
    }

    /**
     * Whether a response has waited for its receiver longer than {@code patience}, plus a second for every 32 KiB read.
     * All its waits count together, and so do the waits of responses that follow one another closely.
     */
    boolean isStuck(long now, long patience) {
        long since = waitingSince;
        return since != NOT_WAITING && now - since + late > patience + allowed(taken);
    }

    private static long remaining(ByteBuffer... buffers) {
        long remaining = 0;
        for (ByteBuffer buffer : buffers) {
            remaining += buffer.remaining();
        }
        return remaining;
    }
}
