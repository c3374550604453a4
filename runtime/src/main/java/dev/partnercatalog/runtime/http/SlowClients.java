package dev.partnercatalog.runtime.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose clients are too slow: a request and its response may wait for their client for a time, and a
 * second longer for every 32 KiB that it sends or reads. A connection on which nothing was ever sent has the same time.
 * One whose last response has been sent is closed a moment later, and idle ones when the server stops. Thread-safe.
 *
 * <p>The server's idle timeouts restart with every byte, and its {@code MinimumDataRateHandler} counts the bytes of all
 * requests together.
 */
final class SlowClients extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    /** How long data after the last response is discarded, so that the response isn't lost. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private static final long BYTES_PER_SECOND = 32 << 10;

    /** What was seen of a connection; only the looking thread knows it. */
    private static final class Seen {
        private long responses;
        private long received;
        private long transferred;
        private boolean waits;
        private long waitedNanos;
    }

    private final AbstractConnector connector;
    private final long patienceNanos;
    private final Map<Connection, Seen> open = new ConcurrentHashMap<>();
    private long lookedAt = System.nanoTime();
    private volatile Scheduler.@Nullable Task next;

    SlowClients(AbstractConnector connector, HttpLimits limits) {
        this.connector = connector;
        this.patienceNanos = limits.patience().toNanos();
    }

    @Override
    public void onOpened(Connection connection) {
        open.put(connection, new Seen());
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        scheduleNext();
    }

    @Override
    protected void doStop() throws Exception {
        Scheduler.Task scheduled = next;
        if (scheduled != null) {
            scheduled.cancel();
        }
        super.doStop();
    }

    private void scheduleNext() {
        next = connector.getScheduler().schedule(this::look, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            long now = System.nanoTime();
            long since = now - lookedAt;
            lookedAt = now;
            open.forEach((connection, seen) -> {
                if (connection.getEndPoint() instanceof AbstractEndPoint endPoint
                        && isTooSlow(connection, endPoint, seen, since)) {
                    endPoint.close();
                }
            });
        } finally {
            if (!isStopping() && !isStopped()) {
                scheduleNext();
            }
        }
    }

    private boolean isTooSlow(Connection connection, AbstractEndPoint endPoint, Seen seen, long sinceNanos) {
        long received = connection.getBytesIn();
        long transferred = received + connection.getBytesOut();
        long responses = connection.getMessagesOut();
        if (responses != seen.responses) {
            seen.responses = responses;
            seen.received = received;
            seen.transferred = transferred;
            seen.waits = false;
            seen.waitedNanos = 0;
        }
        boolean ended = endPoint.isOutputShutdown();
        boolean reading = endPoint.isFillInterested();
        boolean begun = received > seen.received || received == 0;
        boolean waits = endPoint.getWriteFlusher().isPending() || (reading && (begun || ended));
        if (waits && seen.waits) {
            // On a busy machine, what a client sent long ago may not have been read yet.
            seen.waitedNanos += Math.min(sinceNanos, INTERVAL.toNanos());
        }
        seen.waits = waits;
        if (connector.isShutdown()
                && reading
                && (!begun || ended)
                && endPoint.getIdleFor() > connector.getShutdownIdleTimeout()) {
            // The server sets this timeout itself when it stops, but resets it if a request is just ending.
            return true;
        }
        long bytes = transferred - seen.transferred;
        long allowed = ended ? LINGER_NANOS : patienceNanos + bytes * TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND;
        return seen.waitedNanos > allowed;
    }
}
