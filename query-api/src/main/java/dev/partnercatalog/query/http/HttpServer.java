package dev.partnercatalog.query.http;

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
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One address of ours: a server that listens from its making until it is closed. Thread-safe. */
public final class HttpServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final int MAX_HEADER_BYTES = 8 * 1024;
    private static final long IDLE_TIMEOUT_MS = 30_000;

    /** Longer than clients and the usual proxies keep a connection: a request isn't sent just as it is closed. */
    private static final long BETWEEN_REQUESTS_MS = 75_000;

    /** A body up to this size is awaited without a thread, so that slow senders of ordinary requests hold nobody up. */
    private static final int EAGER_BODY_BYTES = 32 << 10;

    /** Beside those that answer: to accept and select, to take in bodies, and for what is answered always. */
    private static final int SPARE_THREADS = 16;

    private static final long STOP_TIMEOUT_MS = 3_000;
    private static final int FIRST_JAVA_WITH_UNPINNED_MONITORS = 24;

    private final Javalin javalin;

    private HttpServer(Javalin javalin) {
        this.javalin = javalin;
    }

    /**
     * Starts to serve.
     *
     * @param listener closed with the server
     * @param headers that each response carries
     * @param format of the body of every error
     */
    public static HttpServer start(
            Listener listener, HttpLimits limits, Map<String, String> headers, ProblemFormat format, Routes routes) {
        CommonHeaders commonHeaders = new CommonHeaders(headers);
        Javalin javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.startup.startupWatcherEnabled = false;
            // Store reads block on monitors; before Java 24 that would hold a virtual thread's carrier.
            config.concurrency.useVirtualThreads = Runtime.version().feature() >= FIRST_JAVA_WITH_UNPINNED_MONITORS;
            config.http.prefer405over404 = true;
            config.http.defaultContentType = "application/json";
            // Compressing costs more than all else that an answer takes; it is for the proxy in front.
            config.http.compressionStrategy = CompressionStrategy.NONE;
            configureJetty(config, listener, limits, routes, commonHeaders, format);
            configureErrors(config, format);
            routes.addTo(config.routes);
        });
        javalin.start();
        return new HttpServer(javalin);
    }

    /** Lets the requests in hand end, within three seconds, refuses new ones, and cuts off what then is left. */
    @Override
    public void close() {
        try {
            javalin.stop();
        } catch (JavalinException e) {
            // The server has stopped all the same; it says so where a connection took longer to end than it had.
            LOG.info("what was asked when the server stopped may have been cut off: {}", e.getMessage());
        }
    }

    private static void configureJetty(
            JavalinConfig config,
            Listener listener,
            HttpLimits limits,
            Routes routes,
            CommonHeaders commonHeaders,
            ProblemFormat format) {
        ContainerErrors errors = new ContainerErrors(format, commonHeaders);
        if (!config.concurrency.useVirtualThreads) {
            config.jetty.threadPool = new QueuedThreadPool(limits.maxConcurrentRequests() + SPARE_THREADS);
        }
        config.jetty.modifyServer(server -> {
            insertHandlers(server, limits, routes, new EntryHandler(commonHeaders, listener.meters()));
            server.setErrorHandler(errors);
            server.setStopTimeout(STOP_TIMEOUT_MS);
        });
        config.jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(errors));
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setUriCompliance(UriCompliance.DEFAULT);
            http.setRequestHeaderSize(MAX_HEADER_BYTES);
            http.setIdleTimeout(IDLE_TIMEOUT_MS);
        });
        config.jetty.addConnector((server, http) -> connector(server, http, listener, limits));
    }

    private static ServerConnector connector(
            Server server, HttpConfiguration http, Listener listener, HttpLimits limits) {
        ServerConnector connector = new ServerConnector(server, new SerialConnectionFactory(http));
        connector.setIdleTimeout(BETWEEN_REQUESTS_MS);
        connector.addBean(new ConnectionReaper(connector, limits));
        connector.addBean(new NetworkConnectionLimit(limits.maxConnections(), connector));
        try {
            connector.open(listener.channel());
        } catch (IOException e) {
            throw new UncheckedIOException("listening on " + listener.address(), e);
        }
        return connector;
    }

    /** Each one is put in front of those before it. */
    private static void insertHandlers(Server server, HttpLimits limits, Routes routes, EntryHandler entry) {
        server.insertHandler(new LoadShedding(limits.maxConcurrentRequests(), routes.unbounded()));
        server.insertHandler(wholeBodies());
        server.insertHandler(new GracefulHandler());
        server.insertHandler(entry);
    }

    private static EagerContentHandler wholeBodies() {
        EagerContentHandler handler = new EagerContentHandler(
                new EagerContentHandler.RetainedContentLoaderFactory(EAGER_BODY_BYTES, 0, false));
        // Who asks first whether to send a body is told by the operation, not by the server that reads ahead.
        handler.exclude(HttpServer::asksFirst);
        return handler;
    }

    private static boolean asksFirst(Request request) {
        return request.getHeaders().contains(HttpHeader.EXPECT);
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

    /** What a caller can name to the operator, so it must be in the log too. */
    private static @Nullable String requestId(HttpServletResponse response) {
        return response.getHeader(CommonHeaders.REQUEST_ID);
    }

    private static HttpProblem problem(HttpResponseException refusal, Context context) {
        if (refusal instanceof MethodNotAllowedResponse) {
            String allowed = String.join(", ", refusal.getDetails().values());
            return HttpProblem.of(
                    ErrorCode.METHOD_NOT_ALLOWED,
                    "The method " + context.req().getMethod() + " is not allowed here.",
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
                "request {}: unforeseen refusal of {} {}",
                requestId(context.res()),
                context.method(),
                context.path(),
                refusal);
        return HttpProblem.internal();
    }

    private static void answer(Context context, HttpProblem problem, ProblemFormat format) {
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
            response.setContentType("application/json");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        } catch (IOException e) {
            LOG.debug("the caller has gone before its answer", e);
        }
    }
}
