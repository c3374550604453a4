package dev.partnercatalog.runtime.http;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.util.JavalinException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of our addresses. Its port is bound, and known, before anything is served on it, so that the content can include
 * its own address; clients that connect in the meantime wait. Thread-safe.
 */
public final class HttpServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** Bodies up to this size are awaited without a thread, so that slow senders hold up nobody. */
    static final int EAGER_BODY_BYTES = 32 << 10;

    /** For the requests in progress when a server is closed. */
    private static final long STOP_TIMEOUT_MS = 3_000;

    private static final int MAX_HEADER_BYTES = 8 * 1024;
    private static final long IDLE_TIMEOUT_MS = 30_000;

    /** Longer than proxies keep a connection open, so that no request is sent just as it is closed. */
    static final long BETWEEN_REQUESTS_MS = 75_000;

    /**
     * The threads of a connector: for accepting and selecting, for receiving requests, for refusing them, and for paths
     * that are always answered. They have a queue of their own, so that nothing in it waits for a request that takes
     * long.
     */
    static final int ARRIVAL_THREADS = Math.max(16, 2 * Runtime.getRuntime().availableProcessors());

    /** In addition to the threads that answer: for refusing requests that have waited in vain. */
    private static final int SPARE_THREADS = 4;

    private static final int FIRST_JAVA_WITH_UNPINNED_MONITORS = 24;

    /** Large: the operating system retries a connection that finds no room in the backlog only after a second. */
    private static final int BACKLOG = 4_096;

    private final ServerSocketChannel channel;
    private final URI address;
    private final @Nullable RequestMeters meters;
    private @Nullable Javalin javalin;

    private HttpServer(ServerSocketChannel channel, URI address, @Nullable RequestMeters meters) {
        this.channel = channel;
        this.address = address;
        this.meters = meters;
    }

    /** Binds a port, or any if it is 0; throws {@link UncheckedIOException}, which names it, if it isn't available. */
    public static HttpServer bind(String host, int port) {
        return bind(host, port, null);
    }

    /** The same, with the requests measured unless {@code meters} is null. */
    public static HttpServer bind(String host, int port, @Nullable RequestMeters meters) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.bind(new InetSocketAddress(host, port), BACKLOG);
                return new HttpServer(channel, address(host, channel.socket().getLocalPort()), meters);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + host + ":" + port + ": " + e.getMessage(), e);
        } catch (UnresolvedAddressException e) {
            throw new IllegalArgumentException("the host " + host + " to listen on can't be found", e);
        }
    }

    private static URI address(String host, int port) {
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    }

    /** {@code http://host:port} */
    public URI address() {
        return address;
    }

    /** Starts serving; the headers are sent with each response. Returns the server itself. */
    public synchronized HttpServer serve(
            HttpLimits limits, Map<String, String> headers, ProblemFormat format, Routes routes) {
        EntryHandler entry = new EntryHandler(headers, meters);
        Javalin serving = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.startup.startupWatcherEnabled = false;
            // Reads from stores block on monitors; before Java 24 that pins a virtual thread to its carrier.
            config.concurrency.useVirtualThreads = Runtime.version().feature() >= FIRST_JAVA_WITH_UNPINNED_MONITORS;
            config.http.prefer405over404 = true;
            config.http.defaultContentType = "application/json";
            // Compression costs more than all other work for a response; it is left to the proxy in front.
            config.http.compressionStrategy = CompressionStrategy.NONE;
            configureJetty(config, limits, routes, entry, new ContainerErrors(format, entry));
            configureErrors(config, format);
            routes.addTo(config.routes);
        });
        serving.start();
        javalin = serving;
        return this;
    }

    /** Refuses new requests, lets those in progress finish within three seconds, and then cuts off the rest. */
    @Override
    public synchronized void close() {
        Javalin serving = javalin;
        javalin = null;
        try {
            if (serving != null) {
                serving.stop();
            }
            channel.close();
        } catch (JavalinException e) {
            // The server has stopped nevertheless; it throws this if a connection took too long to end.
            LOG.info("requests in progress may have been cut off when the server stopped");
            LOG.debug("the server took too long to stop", e);
        } catch (IOException e) {
            throw new UncheckedIOException("can't close " + address, e);
        }
    }

    private void configureJetty(
            JavalinConfig config, HttpLimits limits, Routes routes, EntryHandler entry, ContainerErrors errors) {
        if (!config.concurrency.useVirtualThreads) {
            config.jetty.threadPool = new QueuedThreadPool(limits.maxConcurrentRequests() + SPARE_THREADS);
        }
        config.jetty.modifyServer(server -> {
            insertHandlers(server, limits, routes, entry);
            server.setErrorHandler(errors);
            server.setStopTimeout(STOP_TIMEOUT_MS);
        });
        config.jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(errors));
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            // Nothing that two parsers could interpret in two ways, such as a line without a CR.
            http.setHttpCompliance(HttpCompliance.STRICT);
            http.setUriCompliance(UriCompliance.DEFAULT);
            http.setRequestHeaderSize(MAX_HEADER_BYTES);
            http.setIdleTimeout(IDLE_TIMEOUT_MS);
        });
        config.jetty.addConnector((server, http) -> connector(server, http, limits));
    }

    /** Takes over the port. */
    private ServerConnector connector(Server server, HttpConfiguration http, HttpLimits limits) {
        QueuedThreadPool arrivals = new QueuedThreadPool(ARRIVAL_THREADS);
        arrivals.setName(address.getPort() + "-arrivals");
        arrivals.setDaemon(server.getThreadPool() instanceof QueuedThreadPool pool && pool.isDaemon());
        ServerConnector connector =
                new ServerConnector(server, arrivals, null, null, -1, -1, new SerialConnections(http));
        connector.setIdleTimeout(BETWEEN_REQUESTS_MS);
        connector.addBean(new NetworkConnectionLimit(limits.maxConnections(), connector));
        try {
            connector.open(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + address, e);
        }
        return connector;
    }

    /** Each handler is inserted in front of the previous ones. */
    private static void insertHandlers(Server server, HttpLimits limits, Routes routes, EntryHandler entry) {
        server.insertHandler(new RequestSlots(limits.maxConcurrentRequests(), routes.unbounded()));
        server.insertHandler(smallBodies());
        server.insertHandler(new GracefulHandler());
        server.insertHandler(entry);
    }

    private static EagerContentHandler smallBodies() {
        EagerContentHandler handler = new EagerContentHandler(
                new EagerContentHandler.RetainedContentLoaderFactory(EAGER_BODY_BYTES, 0, false));
        // If a client asks first whether to send its body, the operation answers, not the server that reads ahead. A
        // body that is declared to be too large is refused at once.
        handler.exclude(
                request -> request.getHeaders().contains(HttpHeader.EXPECT) || request.getLength() > EAGER_BODY_BYTES);
        return handler;
    }

    private static void configureErrors(JavalinConfig config, ProblemFormat format) {
        config.routes.exception(HttpProblem.class, (problem, context) -> answer(context, problem, format));
        config.routes.exception(
                HttpResponseException.class, (refusal, context) -> answer(context, problem(refusal, context), format));
        config.routes.exception(Exception.class, (fault, context) -> {
            LOG.error("request {}: {} {} failed", requestId(context.res()), context.method(), context.path(), fault);
            answer(context, HttpProblem.internal(), format);
        });
        config.router.javaLangErrorHandler((response, error) -> {
            LOG.error("request {} failed", requestId(response), error);
            answer(response, HttpProblem.internal(), null, format);
        });
    }

    /** Callers can give this id to the operator, so it must be in the log too. */
    private static @Nullable String requestId(HttpServletResponse response) {
        return response.getHeader(EntryHandler.REQUEST_ID);
    }

    private static HttpProblem problem(HttpResponseException refusal, Context context) {
        if (refusal instanceof MethodNotAllowedResponse) {
            String allowed = String.join(", ", refusal.getDetails().values());
            return HttpProblem.of(
                    ErrorCode.METHOD_NOT_ALLOWED,
                    "The method " + context.req().getMethod() + " is not allowed at this path.",
                    "Use one of: " + allowed + ".",
                    Map.of("Allow", allowed));
        }
        if (refusal.getStatus() == ErrorCode.NOT_FOUND.status()) {
            return HttpProblem.of(
                    ErrorCode.NOT_FOUND,
                    "There is no operation " + context.req().getMethod() + " " + HttpProblem.shown(context.path())
                            + ".",
                    "Check the path against the list of operations.");
        }
        LOG.error(
                "request {}: unexpected refusal of {} {}",
                requestId(context.res()),
                context.method(),
                context.path(),
                refusal);
        return HttpProblem.internal();
    }

    private static boolean hasUnreadBody(Context context) {
        if (context.header("Expect") != null) {
            // Asking for the stream would tell the sender to continue.
            return true;
        }
        try {
            return context.req().getContentLengthLong() != 0
                    && !context.req().getInputStream().isFinished();
        } catch (IOException e) {
            return true;
        }
    }

    private static void answer(Context context, HttpProblem problem, ProblemFormat format) {
        if (context.res().isCommitted()) {
            // Part of the response has been sent; its receiver must not mistake it for the whole.
            RequestSlots.cutOff(context.req());
            return;
        }
        if (hasUnreadBody(context)) {
            // The rest of the body is discarded, so no other request can follow it.
            context.header("Connection", "close");
        }
        answer(context.res(), problem, context.path(), format);
    }

    private static void answer(
            HttpServletResponse response, HttpProblem problem, @Nullable String path, ProblemFormat format) {
        if (response.isCommitted()) {
            return;
        }
        byte[] body = format.body(problem, path);
        try {
            response.resetBuffer();
            response.setStatus(problem.code().status());
            problem.headers().forEach(response::setHeader);
            // A response may have other links already.
            format.headers(problem).forEach(response::addHeader);
            response.setContentType(format.contentType());
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        } catch (IOException e) {
            LOG.debug("the caller left before its response was written", e);
        }
    }
}
