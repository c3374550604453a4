package dev.partnercatalog.runtime.internal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** An application's internal address: {@value #METRICS_PATH} and the probes. Thread-safe. */
public final class InternalServer implements AutoCloseable {

    /** 200 while this instance does its whole share, else 503: a rolling restart goes on once it is 200. */
    public static final String READY_PATH = "/internal/ready";

    /** 503 where only a restart would help. */
    public static final String LIVE_PATH = "/internal/live";

    public static final String METRICS_PATH = "/metrics";

    /** Of {@value #METRICS_PATH}. */
    public static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** So that a scrape that takes long doesn't keep a probe waiting. */
    private static final int THREADS = 3;

    private final HttpServer server;
    private final ExecutorService executor;

    private InternalServer(HttpServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    /**
     * Starts to answer.
     *
     * @param port 0 for a free one
     * @param metrics in Prometheus' text format
     * @throws UncheckedIOException where the port can't be had; the message names it
     */
    public static InternalServer start(
            String host, int port, BooleanSupplier ready, BooleanSupplier live, Supplier<String> metrics) {
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(host, port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "internal-server");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        server.createContext(METRICS_PATH, exchange -> answer(exchange, METRICS_PATH, 200, metrics));
        server.createContext(READY_PATH, exchange -> probe(exchange, READY_PATH, ready));
        server.createContext(LIVE_PATH, exchange -> probe(exchange, LIVE_PATH, live));
        server.start();
        return new InternalServer(server, executor);
    }

    /** {@code http://host:port} */
    public URI address() {
        InetSocketAddress address = server.getAddress();
        String host = address.getHostString();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
    }

    private static void probe(HttpExchange exchange, String path, BooleanSupplier good) throws IOException {
        answer(exchange, path, good.getAsBoolean() ? 200 : 503, () -> "");
    }

    private static void answer(HttpExchange exchange, String path, int status, Supplier<String> text)
            throws IOException {
        try (exchange) {
            // A context of this server takes all paths that begin like it.
            boolean known = exchange.getRequestMethod().equals("GET")
                    && exchange.getRequestURI().getPath().equals(path);
            byte[] body = (known ? text.get() : "").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", METRICS_TYPE);
            exchange.sendResponseHeaders(known ? status : 404, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
