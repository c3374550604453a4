package dev.partnercatalog.webhook.reconcile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.message.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A partner's endpoint over real HTTP that can't store records with a certain text, and otherwise keeps a copy. */
final class PoisonedEndpoint implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Receiver receiver = new Receiver(true);
    private final List<Integer> statuses = new ArrayList<>();
    private String poison;
    private boolean breaksOff;
    private int failure = 500;

    PoisonedEndpoint(String poison) throws IOException {
        this.poison = poison;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/hook", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    /** From now on it doesn't answer what it can't store, but breaks the connection off. */
    synchronized void breakOff() {
        breaksOff = true;
    }

    /** From now on it answers this to what it can't store. */
    synchronized void answer(int status) {
        failure = status;
    }

    /** From now on it can store everything. */
    synchronized void learn() {
        poison = "nothing contains this";
    }

    /** From now on it can store nothing. */
    synchronized void goDown() {
        poison = "";
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean fails = new String(body, StandardCharsets.UTF_8).contains(poison);
            statuses.add(fails ? failure : 204);
            if (!fails) {
                String id = exchange.getRequestHeaders().getFirst("webhook-id");
                receiver.take(new Message(id, body, Message.Contents.changes(0, 0)));
            }
            if (!fails || !breaksOff) {
                exchange.sendResponseHeaders(fails ? failure : 204, -1);
            }
        }
    }

    synchronized Map<ScopedVariant, String> copy() {
        return Map.copyOf(receiver.copy());
    }

    /** How many requests it has received. */
    synchronized int requests() {
        return statuses.size();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
