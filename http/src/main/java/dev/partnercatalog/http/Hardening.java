package dev.partnercatalog.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Settings of each of our servers: strict HTTP/1, bounded in size, time, connections and threads. */
final class Hardening {

    /** Of the requests in hand when a server is closed. */
    static final long STOP_TIMEOUT_MS = 3_000;

    private static final int MAX_HEADER_BYTES = 8 * 1024;
    private static final long IDLE_TIMEOUT_MS = 30_000;

    /** Longer than clients and the usual proxies keep a connection: a request isn't sent just as it is closed. */
    static final long BETWEEN_REQUESTS_MS = 75_000;

    /** Beside those that answer: to accept and select, to take in bodies, and for what is answered always. */
    private static final int SPARE_THREADS = 16;

    private Hardening() {}

    static void configure(HttpConfiguration http) {
        http.setSendServerVersion(false);
        // Nothing that two readers of the same bytes could understand in two ways, such as a line without its CR.
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(UriCompliance.DEFAULT);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        http.setIdleTimeout(IDLE_TIMEOUT_MS);
    }

    static QueuedThreadPool threads(HttpLimits limits) {
        return new QueuedThreadPool(limits.maxConcurrentRequests() + SPARE_THREADS);
    }

    /** Takes the listener's port over. */
    static ServerConnector connector(Server server, HttpConfiguration http, Listener listener, HttpLimits limits) {
        ServerConnector connector = new MeteredConnector(server, new SerialConnectionFactory(http));
        connector.setIdleTimeout(BETWEEN_REQUESTS_MS);
        connector.addBean(new ConnectionReaper(connector, limits));
        try {
            connector.open(listener.channel());
        } catch (IOException e) {
            throw new UncheckedIOException("listening on " + listener.address(), e);
        }
        return connector;
    }

    private static final class MeteredConnector extends ServerConnector {

        MeteredConnector(Server server, SerialConnectionFactory connections) {
            super(server, connections);
        }

        @Override
        protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            SocketChannelEndPoint endPoint = new MeteredEndPoint(channel, selector, key, getScheduler());
            endPoint.setIdleTimeout(getIdleTimeout());
            return endPoint;
        }
    }
}
