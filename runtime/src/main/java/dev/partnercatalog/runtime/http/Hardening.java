package dev.partnercatalog.runtime.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The settings of each of our servers: strict HTTP/1 with limits on size, time, connections and threads. */
final class Hardening {

    /** For the requests in progress when a server is closed. */
    static final long STOP_TIMEOUT_MS = 3_000;

    private static final int MAX_HEADER_BYTES = 8 * 1024;
    private static final long IDLE_TIMEOUT_MS = 30_000;

    /**
     * Longer than clients and common proxies keep a connection open, so that no request is sent just as the connection
     * is closed.
     */
    static final long BETWEEN_REQUESTS_MS = 75_000;

    /**
     * The threads of a connector: for accepting and selecting, for receiving requests, for refusing them, and for paths
     * that are always answered. They have a queue of their own, so that nothing in it waits for a request that takes
     * long.
     */
    static final int ARRIVAL_THREADS = Math.max(16, 2 * Runtime.getRuntime().availableProcessors());

    /** In addition to the threads that answer: for refusing requests that have waited in vain. */
    private static final int SPARE_THREADS = 4;

    private Hardening() {}

    static void configure(HttpConfiguration http) {
        http.setSendServerVersion(false);
        // Nothing that two parsers could interpret in two ways, such as a line without a CR.
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(UriCompliance.DEFAULT);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        http.setIdleTimeout(IDLE_TIMEOUT_MS);
    }

    static QueuedThreadPool threads(HttpLimits limits) {
        return new QueuedThreadPool(limits.maxConcurrentRequests() + SPARE_THREADS);
    }

    /** Takes over the listener's port. */
    static ServerConnector connector(Server server, HttpConfiguration http, Listener listener, HttpLimits limits) {
        QueuedThreadPool arrivals = new QueuedThreadPool(ARRIVAL_THREADS);
        arrivals.setName(listener.address().getPort() + "-arrivals");
        arrivals.setDaemon(server.getThreadPool() instanceof QueuedThreadPool pool && pool.isDaemon());
        ServerConnector connector = new ServerConnector(server, arrivals, null, null, -1, -1, new OneReader(http));
        connector.setIdleTimeout(BETWEEN_REQUESTS_MS);
        connector.addBean(new NetworkConnectionLimit(limits.maxConnections(), connector));
        try {
            connector.open(listener.channel());
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + listener.address(), e);
        }
        return connector;
    }
}
