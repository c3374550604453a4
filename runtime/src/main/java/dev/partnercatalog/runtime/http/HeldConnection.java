package dev.partnercatalog.runtime.http;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * What the {@link ConnectionReaper} knows about one open connection and does with it. The connection is in use at the
 * same time, without locking: a single look may see the start time of the last request with the state of the next one.
 * Therefore only what two looks in a row find is trusted. Not thread-safe, unless noted otherwise.
 */
final class HeldConnection {

    /** The minimum rate of a body or a response; slower ones eventually count as late. */
    static final long BYTES_PER_SECOND = 32 << 10;

    /** How long data after the last response is discarded, so that the response isn't lost. */
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

    /** The network it comes from. Thread-safe. */
    String network() {
        return network;
    }

    /** Whether nothing is being answered on it, so that closing it deprives nobody of a response. Thread-safe. */
    boolean waitsForSender() {
        HttpParser parser = connection.getParser();
        return parser.inHeaderState() || awaitsContent(parser) || parser.isClose() || parser.isClosed();
    }

    /** Since when it {@link #waitsForSender}, in terms of {@link System#nanoTime}. Thread-safe. */
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

    /** Closes the connection if its time is up. */
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

    /** A request without a body is also in the content state, until its response is complete. */
    private static boolean awaitsContent(HttpParser parser) {
        return parser.inContentState() && (parser.isChunking() || parser.getContentLength() > parser.getContentRead());
    }

    /** When the late request began; {@link #NONE} if none is late. */
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
