package dev.partnercatalog.http;

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
 * Closes connections that hold a place for nothing.
 *
 * <p>Where there are too many, those go at once on which no request is being answered: the one that has waited longest of
 * the network that has most of them, and so on. Each has half a second first, unless there are four times too many. New ones are always taken, so a sender that opens connections as fast as
 * it can only closes its own, as long as others send their requests right away.
 *
 * <p>Those go after their time on which a request comes, or an answer is read, too slowly, for the server's own time-out
 * starts anew with every byte; those whose last answer was given; and idle ones when the server is to stop. Thread-safe.
 */
final class ConnectionReaper extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    /** Where there are too many connections, this part of those that may be goes too, so that it isn't soon so again. */
    private static final int SPARE_PART = 16;

    /** So long one that was just accepted has until its request, which may be here unread, must have been read. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Times as many as there may be, none has that time. */
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
            // The server sets this itself when it is to stop, but takes it back where a request is just ending.
            long mostIdle = connector.isShutdown() ? connector.getShutdownIdleTimeout() : Long.MAX_VALUE;
            open.values().forEach(connection -> connection.look(now, patienceNanos, mostIdle));
            makeRoom();
        } finally {
            if (!isStopping() && !isStopped()) {
                scheduleNext();
            }
        }
    }

    /** One thread does it for all, and not again at once: to look at all for each new one would cost more than they do. */
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

    /** None that has waited since later than that; those of smaller crowds are left alone then. */
    private static List<HeldConnection> oldestOfCrowds(List<Waiting> waiting, int count, long latest) {
        // A clock's readings may pass the end of a long.
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
