package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.runtime.secret.WebhookSecretFile;
import dev.partnercatalog.webhook.alert.AlertSettings;
import dev.partnercatalog.webhook.alert.AlertThresholds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The operator's receiver of alerts. It verifies each message with the library of Standard Webhooks and counts an id
 * once. For a partner that it was given, it rejects each message the first time, after reading it.
 */
public final class AlertReceiver implements AutoCloseable {
    /** A message as it first arrived. */
    public record Alert(String id, String type, String partnerId, JsonNode data) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final Path secretFile;
    private final Webhook verifier;
    private final Map<String, Alert> alerts = new LinkedHashMap<>();
    private final Map<String, String> bodies = new LinkedHashMap<>();
    private final Map<String, Integer> times = new LinkedHashMap<>();
    private final Set<String> unwilling = new HashSet<>();
    private final List<String> faults = new ArrayList<>();

    private AlertReceiver(HttpServer server, Path secretFile, Webhook verifier) {
        this.server = server;
        this.secretFile = secretFile;
        this.verifier = verifier;
    }

    /** Listens on a free port, with a new secret. */
    static AlertReceiver start() {
        try {
            return start(Files.createTempDirectory("alerts").resolve("alert-webhook.secret"));
        } catch (Exception e) {
            throw new IllegalStateException("the receiver of alerts can't be started", e);
        }
    }

    /** The same, with the secret in a file. */
    static AlertReceiver start(Path secretFile) throws Exception {
        Webhook verifier = new Webhook(WebhookSecretFile.loadOrCreate(secretFile));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AlertReceiver receiver = new AlertReceiver(server, secretFile, verifier);
        server.createContext("/", receiver::receive);
        server.start();
        return receiver;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/alerts");
    }

    /** The settings with which a catalog alerts it at the first failure. */
    AlertSettings settings() {
        return new AlertSettings(url(), secretFile, new AlertThresholds(Duration.ZERO, Duration.ofHours(1)));
    }

    /** From now on it rejects each message about the partner the first time. */
    synchronized void refuseOnce(String partnerId) {
        unwilling.add(partnerId);
    }

    /** The alerts about a partner, in order, each once. */
    public synchronized List<Alert> about(String partnerId) {
        return alerts.values().stream()
                .filter(alert -> alert.partnerId().equals(partnerId))
                .toList();
    }

    /** The types of the messages about a partner, in order, each once. */
    public List<String> typesAbout(String partnerId) {
        return about(partnerId).stream().map(Alert::type).toList();
    }

    /** How often a message arrived. */
    synchronized int times(String id) {
        return times.getOrDefault(id, 0);
    }

    /** Messages that weren't signed correctly, or were repeated with a different body. */
    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(take(exchange), -1);
        }
    }

    private synchronized int take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, List<String>> headers = new TreeMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        try {
            verifier.verify(body, headers);
        } catch (WebhookVerificationException e) {
            faults.add(e.getMessage() + ": " + body);
            return 401;
        }
        String id = headers.getOrDefault("webhook-id", List.of("")).get(0);
        JsonNode json = JSON.readTree(body);
        String partnerId = json.at("/data/partnerId").asText();
        String before = bodies.putIfAbsent(id, body);
        if (before != null && !before.equals(body)) {
            faults.add(id + " was repeated with another body: " + body);
        }
        alerts.putIfAbsent(id, new Alert(id, json.path("type").asText(), partnerId, json.path("data")));
        return times.merge(id, 1, Integer::sum) == 1 && unwilling.contains(partnerId) ? 503 : 204;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
