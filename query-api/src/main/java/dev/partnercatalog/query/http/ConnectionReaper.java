package dev.partnercatalog.query.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections that hold a place for nothing: those on which the head of a request takes too long, for the
 * server's own time-out starts anew with every byte, so that a sender who drips would stay for hours; and idle ones
 * where others wait to be accepted. Thread-safe.
 */
final class ConnectionReaper extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final long IDLE_MS_WHEN_CROWDED = 2_000;
    private static final long NONE = 0;

    private final Scheduler scheduler;
    private final int maxConnections;
    private final long headPatienceNanos;
    private final Map<HttpConnection, Long> open = new ConcurrentHashMap<>();
    private volatile Scheduler.@Nullable Task next;

    ConnectionReaper(Scheduler scheduler, HttpLimits limits) {
        this.scheduler = scheduler;
        this.maxConnections = limits.maxConnections();
        this.headPatienceNanos = limits.headPatience().toNanos();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection http) {
            open.put(http, NONE);
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (connection instanceof HttpConnection http) {
            open.remove(http);
        }
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
        next = scheduler.schedule(this::reap, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void reap() {
        long now = System.nanoTime();
        boolean crowded = open.size() >= maxConnections;
        open.replaceAll((connection, lateBefore) -> {
            long late = lateHead(connection.getParser(), now);
            if ((late != NONE && late == lateBefore) || (crowded && isIdle(connection))) {
                connection.getEndPoint().close();
            }
            return late;
        });
        if (!isStopping() && !isStopped()) {
            scheduleNext();
        }
    }

    /**
     * When the head that is late began, or {@link #NONE}. The parser is at work meanwhile and guards nothing: one look
     * can see the last request's beginning beside the state of the next one. So only what two looks find is true.
     */
    private long lateHead(HttpParser parser, long now) {
        long begin = parser.getBeginNanoTime();
        boolean underWay = parser.inHeaderState() && !parser.isStart();
        return underWay && now - begin > headPatienceNanos ? begin : NONE;
    }

    private static boolean isIdle(HttpConnection connection) {
        return connection.getParser().isStart()
                && connection.getEndPoint() instanceof AbstractEndPoint endPoint
                && endPoint.getIdleFor() > IDLE_MS_WHEN_CROWDED;
    }
}
