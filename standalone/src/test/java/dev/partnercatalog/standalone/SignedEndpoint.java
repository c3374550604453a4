package dev.partnercatalog.standalone;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * An endpoint for webhooks. It reacts to each message as it is told, rejects what isn't signed with its secret, has the
 * rest taken one after the other, and records broken promises, such as an id that is repeated with different content.
 */
public final class SignedEndpoint implements AutoCloseable {
    /** The reaction to a message. */
    public enum Reaction {
        TAKE,
        /** It is taken, and the connection breaks before the response is sent. */
        TAKE_UNSEEN,
        /** It is on its way, until the test says that it arrives. */
        TAKE_LATE,
        BREAK_OFF,
        REFUSE
    }

    /** What a promise was about. */
    public enum Promise {
        SIGNATURE,
        /** The signed time is off by no more than five minutes. */
        TIME,
        ID,
        ORDER
    }

    /** A broken promise. */
    public record BrokenPromise(Promise promise, Instant at, String text) {}

    /** A message that is signed correctly; its headers' names are in lower case. */
    @SuppressWarnings("ArrayRecordComponent") // it is never compared
    record Message(String id, Map<String, List<String>> headers, byte[] body) {}

    /** What becomes of the messages that are signed correctly. */
    @FunctionalInterface
    interface Taker {
        /** Takes a message; returns the status of the response. */
        int take(Message message) throws IOException;
    }

    /** A message that arrives. */
    @FunctionalInterface
    private interface Arrival {
        int take() throws IOException;
    }

    private static final int NO_RESPONSE = 0;

    private final HttpServer server;
    private final Webhook verifier;
    private final Supplier<Reaction> reactions;
    private final Taker taker;
    private final Map<String, Integer> bodies = new HashMap<>();
    private final List<BrokenPromise> faults = new ArrayList<>();
    private final Queue<Arrival> late = new ArrayDeque<>();
    private int refused;

    private SignedEndpoint(HttpServer server, Webhook verifier, Supplier<Reaction> reactions, Taker taker) {
        this.server = server;
        this.verifier = verifier;
        this.reactions = reactions;
        this.taker = taker;
    }

    /** Listens on a free port, at every path, and takes everything. */
    static SignedEndpoint start(String secret, Taker taker) throws Exception {
        return start(secret, () -> Reaction.TAKE, taker);
    }

    /**
     * The same, with a chosen reaction to each message.
     *
     * @param secret {@code whsec_} and base64
     */
    static SignedEndpoint start(String secret, Supplier<Reaction> reactions, Taker taker) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        SignedEndpoint endpoint = new SignedEndpoint(server, new Webhook(secret), reactions, taker);
        server.createContext("/", endpoint::receive);
        server.start();
        return endpoint;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** The broken promises. */
    synchronized List<BrokenPromise> faults() {
        return List.copyOf(faults);
    }

    synchronized void fault(Promise promise, String text) {
        faults.add(new BrokenPromise(promise, Instant.now(), text));
    }

    /** How many messages were refused. */
    synchronized int refused() {
        return refused;
    }

    /** How many messages are still on their way. */
    synchronized int late() {
        return late.size();
    }

    /** All that is on its way arrives. */
    synchronized void takeLate() throws IOException {
        while (!late.isEmpty()) {
            late.remove().take();
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            int status = react(exchange);
            if (status != NO_RESPONSE) {
                exchange.sendResponseHeaders(status, -1);
            }
        }
    }

    private synchronized int react(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        return switch (reactions.get()) {
            case REFUSE -> {
                refused++;
                yield 500;
            }
            case BREAK_OFF -> NO_RESPONSE;
            case TAKE -> take(exchange.getRequestHeaders(), body);
            case TAKE_LATE -> {
                Headers headers = exchange.getRequestHeaders();
                late.add(() -> take(headers, body));
                yield NO_RESPONSE;
            }
            case TAKE_UNSEEN -> {
                int status = take(exchange.getRequestHeaders(), body);
                yield status == 401 ? status : NO_RESPONSE;
            }
        };
    }

    private int take(Headers received, byte[] body) throws IOException {
        // The library looks headers up in lower case; the server uses its own spelling.
        Map<String, List<String>> headers = new TreeMap<>();
        received.forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            verifier.verify(text, headers);
        } catch (WebhookVerificationException e) {
            String problem = String.valueOf(e.getMessage());
            fault(problem.startsWith("Message timestamp") ? Promise.TIME : Promise.SIGNATURE, problem);
            return 401;
        }
        String id = headers.getOrDefault("webhook-id", List.of("")).get(0);
        Integer before = bodies.putIfAbsent(id, text.hashCode());
        if (before != null && before != text.hashCode()) {
            fault(Promise.ID, id + " was repeated with different content");
        }
        return taker.take(new Message(id, headers, body));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
