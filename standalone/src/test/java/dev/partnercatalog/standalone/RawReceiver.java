package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A partner's copy of what it received, each variant byte for byte. Rejects what isn't signed with the partner's
 * secret, skips what is older than its copy of a variant, and records broken promises: content that arrives after newer
 * content of the same variant, and an id that is repeated with different content.
 */
public final class RawReceiver implements AutoCloseable {
    /** The reaction to a message. */
    public enum Reaction {
        TAKE(204),
        /** It is accepted, and the connection breaks before the response is sent. */
        TAKE_UNSEEN(0),
        BREAK_OFF(0),
        REFUSE(500),
        GONE(410);

        private final int status;

        Reaction(int status) {
            this.status = status;
        }
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
    public record Fault(Promise promise, Instant at, String text) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final Webhook verifier;
    private final Supplier<Reaction> reactions;
    private final BiConsumer<String, String> listener;
    private final Map<String, String> held = new TreeMap<>();
    private final Map<String, Instant> newest = new HashMap<>();
    private final Map<String, Integer> bodies = new HashMap<>();
    private final List<Fault> faults = new ArrayList<>();
    private int received;

    private RawReceiver(
            HttpServer server, Webhook verifier, Supplier<Reaction> reactions, BiConsumer<String, String> listener) {
        this.server = server;
        this.verifier = verifier;
        this.reactions = reactions;
        this.listener = listener;
    }

    /**
     * Listens on a free port.
     *
     * @param secret the partner's secret, {@code whsec_} and base64
     */
    public static RawReceiver start(String secret) throws Exception {
        return start(secret, () -> Reaction.TAKE, (id, variant) -> {});
    }

    /**
     * The same, with a chosen reaction to each message.
     *
     * @param listener receives the id and the content of each variant that is accepted, in order
     */
    public static RawReceiver start(String secret, Supplier<Reaction> reactions, BiConsumer<String, String> listener)
            throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        RawReceiver receiver = new RawReceiver(server, new Webhook(secret), reactions, listener);
        server.createContext("/", receiver::receive);
        server.start();
        return receiver;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** By {@code companyId/locationId/barcode}. */
    public synchronized Map<String, String> held() {
        return new TreeMap<>(held);
    }

    /** The broken promises. */
    public synchronized List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** The number of records that have arrived, whether known before or not. */
    public synchronized int received() {
        return received;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            int status = take(exchange);
            if (status > 0) {
                exchange.sendResponseHeaders(status, -1);
            }
        }
    }

    private synchronized int take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Reaction reaction = reactions.get();
        if (reaction == Reaction.REFUSE || reaction == Reaction.BREAK_OFF || reaction == Reaction.GONE) {
            return reaction.status;
        }
        Map<String, List<String>> headers = new TreeMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        try {
            verifier.verify(new String(body, StandardCharsets.UTF_8), headers);
        } catch (WebhookVerificationException e) {
            String problem = String.valueOf(e.getMessage());
            fault(problem.startsWith("Message timestamp") ? Promise.TIME : Promise.SIGNATURE, problem);
            return 401;
        }
        take(body, headers.getOrDefault("webhook-id", List.of("")).get(0));
        return reaction.status;
    }

    private void take(byte[] body, String messageId) throws IOException {
        int content = new String(body, StandardCharsets.UTF_8).hashCode();
        Integer before = bodies.putIfAbsent(messageId, content);
        if (before != null && before != content) {
            fault(Promise.ID, messageId + " was repeated with different content");
        }
        Instant time = Instant.parse(JSON.readTree(body).path("timestamp").asText());
        for (String variant : RawVariants.of(body, "variants")) {
            String id = id(JSON.readTree(variant));
            if (isInOrder(id, time, variant)) {
                held.put(id, variant);
                listener.accept(id, variant);
            }
            received++;
        }
        for (String removed : RawVariants.of(body, "removed")) {
            String id = id(JSON.readTree(removed));
            if (isInOrder(id, time, "its removal")) {
                held.remove(id);
            }
            received++;
        }
    }

    private boolean isInOrder(String id, Instant time, String content) {
        Instant before = newest.get(id);
        if (before != null && time.isBefore(before)) {
            fault(Promise.ORDER, id + " of " + time + " arrived after that of " + before + ": " + content);
            return false;
        }
        newest.put(id, time);
        return true;
    }

    private void fault(Promise promise, String text) {
        faults.add(new Fault(promise, Instant.now(), text));
    }

    static String id(JsonNode variant) {
        return variant.path("companyId") + "/" + variant.path("locationId") + "/"
                + variant.path("barcode").asText();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
