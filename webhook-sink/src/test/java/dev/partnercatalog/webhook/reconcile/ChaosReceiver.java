package dev.partnercatalog.webhook.reconcile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A partner's endpoint over real HTTP, which misbehaves in every possible way until it is told to behave. It verifies
 * messages as the documentation advises, and passes them to a {@link Receiver}.
 */
final class ChaosReceiver implements AutoCloseable {

    /** The misbehavior below this number ends with an answer. */
    private static final int ANSWERED = 64;

    private final Random random;
    private final Supplier<String> secret;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch released = new CountDownLatch(1);
    private final Receiver receiver = new Receiver(true);
    private final List<String> faults = new ArrayList<>();
    private final boolean losesAnswers;
    /** What was accepted at each URL, of which nothing else has arrived since; empty if it is removed. */
    private final Map<String, String> accepted = new HashMap<>();

    private volatile boolean behaves;
    private int inHand;

    /**
     * Starts it.
     *
     * @param secret supplies the secret that it currently verifies with
     * @param losesAnswers whether it may lose answers; otherwise nothing that it has accepted may come again
     */
    ChaosReceiver(long seed, Supplier<String> secret, boolean losesAnswers) throws IOException {
        this.random = new Random(seed);
        this.secret = secret;
        this.losesAnswers = losesAnswers;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/hook", this::handle);
        server.createContext("/trap", exchange -> {
            fault("followed a redirect");
            answer(exchange, 200);
        });
        server.start();
    }

    String url(int number) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook/" + number;
    }

    /** From now on everything is accepted at once; connections that hang continue to hang. */
    void behave() {
        behaves = true;
        released.countDown();
    }

    private void handle(HttpExchange exchange) throws IOException {
        synchronized (this) {
            inHand++;
        }
        try {
            byte[] body = exchange.getRequestBody().readAllBytes();
            verify(exchange, body);
            each(exchange, body, (record, content) -> {
                if (content.equals(accepted.remove(record)) && !losesAnswers) {
                    fault(record + " is sent again: " + content);
                }
            });
            if (behaves) {
                accept(exchange, body, 200);
            } else {
                misbehave(exchange, body, next());
            }
        } finally {
            exchange.close();
            synchronized (this) {
                inHand--;
                notifyAll();
            }
        }
    }

    private synchronized int next() {
        return random.nextInt(losesAnswers ? 100 : ANSWERED);
    }

    private void misbehave(HttpExchange exchange, byte[] body, int kind) throws IOException {
        if (kind % 2 == 0 && kind >= 40) {
            take(exchange, body); // It has the message, whatever it answers.
        }
        String json = new String(body, StandardCharsets.UTF_8);
        if (json.contains("poison")) {
            answer(exchange, kind < 50 ? 400 : 413);
        } else if (json.contains("venom") && kind < 90) {
            answer(exchange, 500);
        } else if (kind < 40) {
            accept(exchange, body, kind < 20 ? 200 : 204);
        } else if (kind < 52) {
            answer(exchange, kind < 48 ? 500 : 503);
        } else if (kind < 58) {
            exchange.getResponseHeaders().set("Retry-After", kind < 56 ? "2" : "0");
            answer(exchange, 429);
        } else if (kind < 62) {
            exchange.getResponseHeaders().set("Location", "/trap");
            answer(exchange, kind < 60 ? 301 : 307);
        } else if (kind < 64) {
            answer(exchange, 410);
        } else if (kind < 72) {
            hang();
            take(exchange, body);
            answer(exchange, 200);
        } else if (kind < 78) {
            hang();
            take(exchange, body); // It arrives long after the sender gave up.
        } else if (kind < 88) {
            exchange.getResponseHeaders().set("X", "closes in the middle");
        } else if (kind < 94) {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            take(exchange, body);
        } else {
            answer(exchange, 422);
        }
    }

    private void accept(HttpExchange exchange, byte[] body, int status) throws IOException {
        take(exchange, body);
        each(exchange, body, accepted::put);
        answer(exchange, status);
    }

    /** Does something with each record of a message and its content, one message at a time. */
    private synchronized void each(HttpExchange exchange, byte[] body, BiConsumer<String, String> record) {
        Records records = Records.of(new Message("", body, Message.Contents.changes(0, 0)));
        String at = exchange.getRequestURI() + " ";
        records.variants().forEach((variant, json) -> record.accept(at + variant, json));
        records.removed().forEach(variant -> record.accept(at + variant, ""));
    }

    private void hang() {
        try {
            released.await(300, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
    }

    private synchronized void take(HttpExchange exchange, byte[] body) {
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        receiver.take(new Message(id, body, Message.Contents.changes(0, 0)));
    }

    private void verify(HttpExchange exchange, byte[] body) {
        String prefix = exchange.getRequestHeaders().getFirst("webhook-id") + "."
                + exchange.getRequestHeaders().getFirst("webhook-timestamp") + ".";
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.get().substring("whsec_".length())), "HMAC"));
            mac.update(prefix.getBytes(StandardCharsets.UTF_8));
            String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
            String given = exchange.getRequestHeaders().getFirst("webhook-signature");
            if (!List.of(given.split(" ")).contains(expected)) {
                fault("a signature doesn't fit");
            }
        } catch (GeneralSecurityException e) {
            fault(e.toString());
        }
    }

    private synchronized void fault(String what) {
        faults.add(what);
    }

    /** Its copy, once everything that ever arrived was processed. */
    synchronized Map<ScopedVariant, String> copy() throws InterruptedException {
        while (inHand > 0) {
            wait(5_000);
        }
        return Map.copyOf(receiver.copy());
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    @Override
    public void close() {
        behave();
        server.stop(0);
        threads.shutdownNow();
    }
}
