package dev.partnercatalog.http;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * What the {@link ConnectionReaper} knows of one open connection, and does with it. The connection is at work meanwhile
 * and guards nothing: one look can see the last request's beginning beside the state of the next one. So only what two
 * looks in a row find is true. Not thread-safe, except where it says so.
 */
final class HeldConnection {

    /** Of a body, and of an answer: slower ones are late in the end. */
    static final long BYTES_PER_SECOND = 32 << 10;

    /** How long what comes after the last answer is dropped, so that the answer isn't lost with it. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private static final long NONE = 0;

    private final HttpConnection connection;
    private final MeteredEndPoint endPoint;
    private final String network;
    private long lateBefore = NONE;
    private long endedAt = NONE;

    HeldConnection(HttpConnection connection, MeteredEndPoint endPoint) {
        this.connection = connection;
        this.endPoint = endPoint;
        this.network = endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
                ? RemoteAddresses.network(remote.getAddress())
                : "";
    }

    /** Where it comes from. Thread-safe. */
    String network() {
        return network;
    }

    /** Whether nothing is being answered on it: closing it takes no answer from anybody. Thread-safe. */
    boolean waitsForSender() {
        HttpParser parser = connection.getParser();
        return parser.inHeaderState() || awaitsContent(parser) || parser.isClose() || parser.isClosed();
    }

    /** Since when it {@link #waitsForSender}, as {@link System#nanoTime} has it. Thread-safe. */
    long waitsSince(long now) {
        HttpParser parser = connection.getParser();
        return parser.isStart()
                ? now - TimeUnit.MILLISECONDS.toNanos(endPoint.getIdleFor())
                : parser.getBeginNanoTime();
    }

    /** Thread-safe. */
    void close() {
        endPoint.close();
    }

    /** Closes it where it has had its time. */
    void look(long now, long patience, long mostIdleMillis) {
        HttpParser parser = connection.getParser();
        boolean ended = parser.isClose() || parser.isClosed();
        endedAt = ended ? (endedAt == NONE ? now : endedAt) : NONE;
        long late = lateSince(parser, now, patience);
        if ((late != NONE && late == lateBefore)
                || endPoint.isStuck(now, patience)
                || (ended && (parser.isClose() || endPoint.isOutputShutdown()) && now - endedAt > LINGER_NANOS)
                || ((ended || parser.isStart()) && endPoint.getIdleFor() > mostIdleMillis)) {
            close();
        }
        lateBefore = late;
    }

    /** A request without a body is in the content's state too until its answer is complete. */
    private static boolean awaitsContent(HttpParser parser) {
        return parser.inContentState() && (parser.isChunking() || parser.getContentLength() > parser.getContentRead());
    }

    /** When the request that is late began, or {@link #NONE}. */
    private static long lateSince(HttpParser parser, long now, long patience) {
        long begin = parser.getBeginNanoTime();
        long allowed;
        if (awaitsContent(parser)) {
            allowed = 2 * patience + parser.getContentRead() * TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND;
        } else if (parser.inHeaderState() && !parser.isStart()) {
            allowed = patience;
        } else {
            return NONE;
        }
        return now - begin > allowed ? begin : NONE;
    }
}
