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

/**
 * A partner's copy of what it was sent, each variant byte for byte. Refuses what isn't signed with the partner's secret,
 * and notes what breaks a promise: content that comes after newer content of the same variant, and an id that comes
 * again with other content.
 */
public final class RawReceiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final Webhook verifier;
    private final Map<String, String> held = new TreeMap<>();
    private final Map<String, Instant> newest = new HashMap<>();
    private final Map<String, Integer> bodies = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private int received;

    private RawReceiver(HttpServer server, Webhook verifier) {
        this.server = server;
        this.verifier = verifier;
    }

    /**
     * Listens on a free port.
     *
     * @param secret the partner's, {@code whsec_} and base64
     */
    public static RawReceiver start(String secret) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        RawReceiver receiver = new RawReceiver(server, new Webhook(secret));
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

    /** What broke a promise. */
    public synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** How many records have come, whether they were known before or not. */
    public synchronized int received() {
        return received;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(take(exchange), -1);
        }
    }

    private synchronized int take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Map<String, List<String>> headers = new TreeMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        try {
            verifier.verify(new String(body, StandardCharsets.UTF_8), headers);
        } catch (WebhookVerificationException e) {
            faults.add("signature: " + e.getMessage());
            return 401;
        }
        take(body, headers.getOrDefault("webhook-id", List.of("")).get(0));
        return 204;
    }

    private void take(byte[] body, String messageId) throws IOException {
        int content = new String(body, StandardCharsets.UTF_8).hashCode();
        Integer before = bodies.putIfAbsent(messageId, content);
        if (before != null && before != content) {
            faults.add(messageId + " came again with other content");
        }
        Instant time = Instant.parse(JSON.readTree(body).path("timestamp").asText());
        for (String variant : RawVariants.of(body, "variants")) {
            String id = id(JSON.readTree(variant));
            inOrder(id, time, variant);
            held.put(id, variant);
            received++;
        }
        for (String removed : RawVariants.of(body, "removed")) {
            String id = id(JSON.readTree(removed));
            inOrder(id, time, "its removal");
            held.remove(id);
            received++;
        }
    }

    private void inOrder(String id, Instant time, String content) {
        Instant before = newest.put(id, time);
        if (before != null && time.isBefore(before)) {
            faults.add(id + " of " + time + " came after that of " + before + ": " + content);
        }
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
