package dev.partnercatalog.webhook.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.webhook.delivery.EndpointState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The sink's internal address, for operators: {@code /metrics}, and the probes {@code /internal/ready} and
 * {@code /internal/live}. Thread-safe.
 */
public final class InternalServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService executor;

    private InternalServer(HttpServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    /** What the sink tells of itself. */
    public record Sources(
            WebhookMetrics metrics,
            Supplier<Set<Integer>> partitions,
            Supplier<List<EndpointState>> endpoints,
            BooleanSupplier ready,
            BooleanSupplier live) {}

    /**
     * Starts to answer.
     *
     * @param port 0 for a free one
     * @throws UncheckedIOException where it can't be had; the message names it
     */
    public static InternalServer start(String host, int port, Sources sources) {
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(host, port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "internal-server");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        server.createContext(
                "/metrics",
                exchange -> answer(
                        exchange,
                        "/metrics",
                        200,
                        sources.metrics().scrape(sources.partitions(), sources.endpoints())));
        server.createContext(
                "/internal/ready",
                exchange -> answer(exchange, "/internal/ready", sources.ready().getAsBoolean() ? 200 : 503, ""));
        server.createContext(
                "/internal/live",
                exchange -> answer(exchange, "/internal/live", sources.live().getAsBoolean() ? 200 : 503, ""));
        server.start();
        return new InternalServer(server, executor);
    }

    /** {@code http://host:port} */
    public URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort());
    }

    private static void answer(HttpExchange exchange, String path, int status, String text) throws IOException {
        try (exchange) {
            boolean known = exchange.getRequestMethod().equals("GET")
                    && exchange.getRequestURI().getPath().equals(path);
            byte[] body = (known ? text : "").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
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
