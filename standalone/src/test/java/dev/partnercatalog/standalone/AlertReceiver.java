package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.runtime.secret.WebhookSecretFile;
import dev.partnercatalog.standalone.SignedEndpoint.BrokenPromise;
import dev.partnercatalog.standalone.SignedEndpoint.Message;
import dev.partnercatalog.webhook.alert.AlertSettings;
import dev.partnercatalog.webhook.alert.AlertThresholds;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The operator's receiver of alerts. It verifies each message with the library of Standard Webhooks and counts an id
 * once. For a partner that it was given, it rejects each message the first time, after reading it.
 */
public final class AlertReceiver implements AutoCloseable {
    /** A message as it first arrived. */
    public record Alert(String id, String type, String partnerId, JsonNode data) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SignedEndpoint endpoint;
    private final Path secretFile;
    private final Map<String, Alert> alerts = new LinkedHashMap<>();
    private final Map<String, Integer> times = new LinkedHashMap<>();
    private final Set<String> unwilling = new HashSet<>();

    private AlertReceiver(Path secretFile) throws Exception {
        this.secretFile = secretFile;
        endpoint = SignedEndpoint.start(WebhookSecretFile.loadOrCreate(secretFile), this::take);
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
        return new AlertReceiver(secretFile);
    }

    URI url() {
        return endpoint.url().resolve("alerts");
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

    /** The broken promises. */
    List<BrokenPromise> faults() {
        return endpoint.faults();
    }

    private synchronized int take(Message message) throws IOException {
        String id = message.id();
        JsonNode json = JSON.readTree(message.body());
        String partnerId = json.at("/data/partnerId").asText();
        alerts.putIfAbsent(id, new Alert(id, json.path("type").asText(), partnerId, json.path("data")));
        return times.merge(id, 1, Integer::sum) == 1 && unwilling.contains(partnerId) ? 503 : 204;
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
