package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * An endpoint for webhooks with a partner's copy of what it received, each variant byte for byte. It reacts to each
 * message as it is told, rejects what isn't signed with its secret, skips what is older than its copy of a variant, and
 * records broken promises. Thread-safe.
 */
public final class RawReceiver implements AutoCloseable {

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
        /** An id is not repeated with different content. */
        ID,
        /** Content doesn't arrive after newer content of the same variant. */
        ORDER
    }

    /** A broken promise. */
    public record BrokenPromise(Promise promise, Instant at, String text) {}

    private static final int NO_RESPONSE = 0;

    private final HttpServer server;
    private final Webhook verifier;
    private final Supplier<Reaction> reactions;
    private final BiConsumer<String, String> listener;
    private final Map<String, String> held = new TreeMap<>();
    private final Map<String, Instant> newest = new HashMap<>();
    private final Map<String, Map<String, List<String>>> headers = new HashMap<>();
    private final Map<String, Integer> bodies = new HashMap<>();
    private final List<BrokenPromise> faults = new ArrayList<>();
    private final Queue<Callable<Integer>> late = new ArrayDeque<>();
    private int received;
    private int refused;

    private RawReceiver(String secret, Supplier<Reaction> reactions, BiConsumer<String, String> listener)
            throws Exception {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        this.verifier = new Webhook(secret);
        this.reactions = reactions;
        this.listener = listener;
    }

    /**
     * Listens on a free port, at every path, and takes everything.
     *
     * @param secret the partner's secret, {@code whsec_} and base64
     */
    public static RawReceiver start(String secret) throws Exception {
        return start(secret, () -> Reaction.TAKE);
    }

    /** The same, with a chosen reaction to each message. */
    public static RawReceiver start(String secret, Supplier<Reaction> reactions) throws Exception {
        return start(secret, reactions, (id, variant) -> {});
    }

    /**
     * The same, and tells what it accepts.
     *
     * @param listener receives the id and the content of each variant that is accepted, in order
     */
    public static RawReceiver start(String secret, Supplier<Reaction> reactions, BiConsumer<String, String> listener)
            throws Exception {
        RawReceiver receiver = new RawReceiver(secret, reactions, listener);
        receiver.server.createContext("/", receiver::receive);
        receiver.server.start();
        return receiver;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** By {@code companyId/locationId/barcode}. */
    public synchronized Map<String, String> held() {
        return new TreeMap<>(held);
    }

    /** The headers, in lower case, of the last message of a type; none if there was none. */
    synchronized Map<String, List<String>> headers(String type) {
        return headers.getOrDefault(type, Map.of());
    }

    public synchronized List<BrokenPromise> faults() {
        return List.copyOf(faults);
    }

    /** How many messages were refused. */
    public synchronized int refused() {
        return refused;
    }

    /** How many messages are still on their way. */
    public synchronized int late() {
        return late.size();
    }

    /** All that is on its way arrives. */
    public synchronized void takeLate() throws Exception {
        while (!late.isEmpty()) {
            late.remove().call();
        }
    }

    /** The number of records that have arrived, whether known before or not. */
    public synchronized int received() {
        return received;
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
        Headers sent = exchange.getRequestHeaders();
        byte[] body = exchange.getRequestBody().readAllBytes();
        return switch (reactions.get()) {
            case REFUSE -> {
                refused++;
                yield 500;
            }
            case BREAK_OFF -> NO_RESPONSE;
            case TAKE -> take(sent, body);
            case TAKE_LATE -> {
                late.add(() -> take(sent, body));
                yield NO_RESPONSE;
            }
            case TAKE_UNSEEN -> take(sent, body) == 401 ? 401 : NO_RESPONSE;
        };
    }

    private int take(Headers sent, byte[] body) throws IOException {
        // The library looks headers up in lower case; the server uses its own spelling.
        Map<String, List<String>> lowerCase = new TreeMap<>();
        sent.forEach((name, values) -> lowerCase.put(name.toLowerCase(Locale.ROOT), values));
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            verifier.verify(text, lowerCase);
        } catch (WebhookVerificationException e) {
            String problem = String.valueOf(e.getMessage());
            fault(problem.startsWith("Message timestamp") ? Promise.TIME : Promise.SIGNATURE, problem);
            return 401;
        }
        String id = lowerCase.getOrDefault("webhook-id", List.of("")).get(0);
        Integer before = bodies.putIfAbsent(id, text.hashCode());
        if (before != null && before != text.hashCode()) {
            fault(Promise.ID, id + " was repeated with different content");
        }
        JsonNode message = PartnerClient.read(text);
        headers.put(message.path("type").asText(), lowerCase);
        Instant time = Instant.parse(message.path("timestamp").asText());
        for (String variant : PartnerClient.objects(text, "variants")) {
            String key = key(variant);
            if (isInOrder(key, time, variant)) {
                held.put(key, variant);
                listener.accept(key, variant);
            }
        }
        for (String removed : PartnerClient.objects(text, "removed")) {
            String key = key(removed);
            if (isInOrder(key, time, "its removal")) {
                held.remove(key);
            }
        }
        return 204;
    }

    private boolean isInOrder(String key, Instant time, String content) {
        received++;
        Instant before = newest.get(key);
        if (before != null && time.isBefore(before)) {
            fault(Promise.ORDER, key + " of " + time + " arrived after that of " + before + ": " + content);
            return false;
        }
        newest.put(key, time);
        return true;
    }

    private void fault(Promise promise, String text) {
        faults.add(new BrokenPromise(promise, Instant.now(), text));
    }

    private static String key(String record) {
        JsonNode fields = PartnerClient.read(record);
        return fields.path("companyId") + "/" + fields.path("locationId") + "/"
                + fields.path("barcode").asText();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
