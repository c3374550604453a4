package dev.partnercatalog.query.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections that hold a place for nothing: those on which the head of a request takes too long, for the
 * server's own time-out starts anew with every byte, so that a sender who drips would stay for hours; and idle ones
 * where others wait to be accepted or the server is to stop. Thread-safe.
 */
final class ConnectionReaper extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final long IDLE_MS_WHEN_CROWDED = 2_000;
    private static final long NONE = 0;

    private final AbstractConnector connector;
    private final int maxConnections;
    private final long headPatienceNanos;
    private final Map<HttpConnection, Long> open = new ConcurrentHashMap<>();
    private volatile Scheduler.@Nullable Task next;

    ConnectionReaper(AbstractConnector connector, HttpLimits limits) {
        this.connector = connector;
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
        next = connector.getScheduler().schedule(this::reap, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void reap() {
        long now = System.nanoTime();
        long mostIdle = mostIdleMillis();
        open.replaceAll((connection, lateBefore) -> {
            long late = lateHead(connection.getParser(), now);
            if ((late != NONE && late == lateBefore) || isIdle(connection, mostIdle)) {
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

    private long mostIdleMillis() {
        if (connector.isShutdown()) {
            // The server sets this itself when it is to stop, but takes it back where a request is just ending.
            return connector.getShutdownIdleTimeout();
        }
        return open.size() >= maxConnections ? IDLE_MS_WHEN_CROWDED : Long.MAX_VALUE;
    }

    private static boolean isIdle(HttpConnection connection, long longerThanMillis) {
        HttpParser parser = connection.getParser();
        // The end of a request is no end of its answer: that may still be worked on.
        return (parser.isStart() || parser.isClose() || parser.isClosed())
                && connection.getEndPoint() instanceof AbstractEndPoint endPoint
                && endPoint.getIdleFor() > longerThanMillis;
    }
}
