package dev.partnercatalog.runtime.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections that take up a slot without being used.
 *
 * <p>If there are too many connections, those on which no request is being answered are closed at once: first the one
 * that has waited longest in the network with the most such connections, and so on. Each connection is spared for its
 * first half second, unless there are four times too many connections. New connections are always accepted. A client
 * that opens connections as fast as it can therefore only causes its own to be closed, provided that others send their
 * requests promptly.
 *
 * <p>These are closed when their time is up: connections on which a request arrives, or a response is read, too slowly
 * (the server's own timeout restarts with every byte); connections whose last response has been sent; and idle
 * connections when the server is stopping. Thread-safe.
 */
final class ConnectionReaper extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    /** Beyond the limit, one in this many of it is closed in addition, so that it isn't reached again soon. */
    private static final int SPARE_PART = 16;

    /** How long a newly accepted connection is spared: its request may have arrived without having been read yet. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** If there are this many times the limit, no connection is spared. */
    private static final int GRACE_FACTOR = 4;

    private static final long LOOK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private record Waiting(HeldConnection connection, long since) {}

    private final AbstractConnector connector;
    private final int maxConnections;
    private final long patienceNanos;
    private final Map<Connection, HeldConnection> open = new ConcurrentHashMap<>();
    private final ReentrantLock makingRoom = new ReentrantLock();
    private volatile long lookedAt = System.nanoTime();
    private volatile Scheduler.@Nullable Task next;

    ConnectionReaper(AbstractConnector connector, HttpLimits limits) {
        this.connector = connector;
        this.maxConnections = limits.maxConnections();
        this.patienceNanos = limits.patience().toNanos();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection http && http.getEndPoint() instanceof MeteredEndPoint endPoint) {
            open.put(connection, new HeldConnection(http, endPoint));
            makeRoom();
        }
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
        next = connector.getScheduler().schedule(this::reap, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void reap() {
        try {
            long now = System.nanoTime();
            // The server sets this itself when stopping, but resets it if a request is just ending.
            long mostIdle = connector.isShutdown() ? connector.getShutdownIdleTimeout() : Long.MAX_VALUE;
            open.values().forEach(connection -> connection.look(now, patienceNanos, mostIdle));
            makeRoom();
        } finally {
            if (!isStopping() && !isStopped()) {
                scheduleNext();
            }
        }
    }

    /**
     * One thread does this for all connections, and not too often: scanning all of them for each new one would cost too
     * much.
     */
    private void makeRoom() {
        long now = System.nanoTime();
        if (open.size() <= maxConnections || now - lookedAt < LOOK_INTERVAL_NANOS || !makingRoom.tryLock()) {
            return;
        }
        try {
            List<Waiting> waiting = waiting();
            int spare = Math.min(maxConnections / SPARE_PART, waiting.size() / 2);
            long grace = open.size() < (long) GRACE_FACTOR * maxConnections ? GRACE_NANOS : 0;
            oldestOfCrowds(waiting, open.size() - maxConnections + spare, now - grace)
                    .forEach(HeldConnection::close);
            lookedAt = System.nanoTime();
        } finally {
            makingRoom.unlock();
        }
    }

    private List<Waiting> waiting() {
        long now = System.nanoTime();
        List<Waiting> waiting = new ArrayList<>();
        for (HeldConnection connection : open.values()) {
            if (connection.waitsForSender()) {
                waiting.add(new Waiting(connection, connection.waitsSince(now)));
            }
        }
        return waiting;
    }

    /** Stops at a connection that started waiting after {@code latest}, so that smaller networks are left alone. */
    private static List<HeldConnection> oldestOfCrowds(List<Waiting> waiting, int count, long latest) {
        // The clock's values may overflow a long.
        long base = System.nanoTime();
        Comparator<Waiting> oldestFirst = Comparator.comparingLong(each -> each.since() - base);
        Map<String, PriorityQueue<Waiting>> networks = new HashMap<>();
        for (Waiting each : waiting) {
            networks.computeIfAbsent(each.connection().network(), network -> new PriorityQueue<>(oldestFirst))
                    .add(each);
        }
        PriorityQueue<PriorityQueue<Waiting>> largestFirst =
                new PriorityQueue<>(Comparator.<PriorityQueue<Waiting>>comparingInt(crowd -> -crowd.size())
                        .thenComparing(PriorityQueue::element, oldestFirst));
        largestFirst.addAll(networks.values());
        List<HeldConnection> oldest = new ArrayList<>();
        while (oldest.size() < count && !largestFirst.isEmpty()) {
            PriorityQueue<Waiting> crowd = largestFirst.remove();
            Waiting first = crowd.remove();
            if (first.since() - latest > 0) {
                break;
            }
            oldest.add(first.connection());
            if (!crowd.isEmpty()) {
                largestFirst.add(crowd);
            }
        }
        return oldest;
    }
}
