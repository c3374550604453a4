package dev.partnercatalog.benchmarks.freshness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A partner's webhook receiver that accepts everything and records when changes arrive. */
final class VariantReceiver implements AutoCloseable {

    private static final String PATH = "/webhook";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicReference<@Nullable Latencies> expected = new AtomicReference<>();
    private final AtomicInteger messages = new AtomicInteger();

    private VariantReceiver(HttpServer server) {
        this.server = server;
    }

    static VariantReceiver start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        VariantReceiver receiver = new VariantReceiver(server);
        server.setExecutor(receiver.threads);
        server.createContext(PATH, receiver::receive);
        server.start();
        return receiver;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    /** Records arrivals here from now on. */
    void expect(Latencies latencies) {
        messages.set(0);
        expected.set(latencies);
    }

    /** The number of messages since then. */
    int messages() {
        return messages.get();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            long now = System.nanoTime();
            messages.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            Latencies latencies = expected.get();
            if (latencies != null) {
                latencies.arrived(body, now);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
