package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.http.SerialConnectionFactory;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The console's address: a server that listens from its making until it is closed. Thread-safe. */
public final class ConsoleServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleServer.class);
    private static final int MAX_HEADER_BYTES = 8 << 10;
    private static final long MAX_FORM_BYTES = 64 << 10;
    private static final int MAX_THREADS = 32;
    private static final int MAX_CONNECTIONS = 256;
    private static final long IDLE_TIMEOUT_MS = 30_000;
    private static final long STOP_TIMEOUT_MS = 1_000;

    private final Javalin javalin;
    private final String host;

    private ConsoleServer(Javalin javalin, String host) {
        this.javalin = javalin;
        this.host = host;
    }

    /**
     * Starts to serve.
     *
     * @param outage of the brokers at the moment, which each page tells of
     * @throws UncheckedIOException where the port can't be had
     */
    public static ConsoleServer start(
            String host, int port, AccessPolicy policy, Supplier<Optional<Outage>> outage, List<Pages> pages) {
        Javalin javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.startup.startupWatcherEnabled = false;
            config.concurrency.useVirtualThreads = false;
            config.http.maxRequestSize = MAX_FORM_BYTES;
            config.http.compressionStrategy = CompressionStrategy.NONE;
            configureJetty(config, host, port);
            new Entry(policy, outage).addTo(config.routes);
            new Faults().addTo(config);
            Router router = new Router(config.routes, new Notices());
            pages.forEach(each -> each.addTo(router));
        });
        javalin.start();
        return new ConsoleServer(javalin, host);
    }

    private static void configureJetty(JavalinConfig config, String host, int port) {
        config.jetty.threadPool = new QueuedThreadPool(MAX_THREADS);
        config.jetty.modifyServer(server -> {
            server.setStopTimeout(STOP_TIMEOUT_MS);
            server.setErrorHandler(new PlainErrors());
        });
        config.jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(new PlainErrors()));
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(MAX_HEADER_BYTES);
            http.setIdleTimeout(IDLE_TIMEOUT_MS);
        });
        config.jetty.addConnector((server, http) -> connector(server, http, host, port));
    }

    private static ServerConnector connector(Server server, HttpConfiguration http, String host, int port) {
        ServerConnector connector = new ServerConnector(server, new SerialConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_TIMEOUT_MS);
        connector.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, connector));
        try {
            connector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
        return connector;
    }

    /** {@code http://host:port} */
    public URI address() {
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + javalin.port());
    }

    /** Lets the requests in hand end, within a second, and cuts off what then is left. */
    @Override
    public void close() {
        try {
            javalin.stop();
        } catch (JavalinException e) {
            // The server has stopped all the same; it says so where a connection took longer to end than it had.
            LOG.info("what was asked of the console when it stopped may have been cut off: {}", e.getMessage());
        }
    }
}
