package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A partner's endpoint that remembers each change in order, and what it has of each variant. Thread-safe. */
final class PartnerEnd implements AutoCloseable {

    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final Queue<String> changes = new ConcurrentLinkedQueue<>();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();
    private final WebhookReceiver receiver;

    PartnerEnd(String secret) throws IOException {
        receiver = WebhookReceiver.start(secret, this::take, refused::add);
    }

    private void take(JsonNode message) {
        for (JsonNode variant : message.at("/data/variants")) {
            names.put(variant.path("barcode").asText(), variant.path("name").asText());
            changes.add(variant.path("barcode").asText() + "="
                    + variant.path("name").asText());
        }
        for (JsonNode variant : message.at("/data/removed")) {
            names.remove(variant.path("barcode").asText());
            changes.add(variant.path("barcode").asText() + " removed");
        }
    }

    URI url() {
        return receiver.url();
    }

    /** The name of each variant that it has. */
    Map<String, String> names() {
        return Map.copyOf(names);
    }

    /** Everything that arrived, in order. */
    List<String> changes() {
        return List.copyOf(changes);
    }

    void forgetChanges() {
        changes.clear();
    }

    List<String> refused() {
        return List.copyOf(refused);
    }

    @Override
    public void close() {
        receiver.close();
    }
}
