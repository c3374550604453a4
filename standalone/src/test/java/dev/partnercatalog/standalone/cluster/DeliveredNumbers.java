package dev.partnercatalog.standalone.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.standalone.PartnerClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks what a partner accepted from the numbered catalog: the numbers of a variant never go back. Thread-safe. */
final class DeliveredNumbers {
    /** The numbers of a variant's two layers, 0 for a layer that wasn't there yet. */
    private record Pair(int product, int attributes) {}

    private final Map<String, Pair> newest = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    synchronized void taken(String id, String variant) {
        JsonNode fields = PartnerClient.read(variant);
        Pair now = new Pair(
                fields.path("name").asInt(), fields.path("shortDescription").asInt());
        Pair before = newest.put(id, now);
        if (before != null && (now.product() < before.product() || now.attributes() < before.attributes())) {
            faults.add(id + ": " + now + " was delivered after " + before);
        }
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }
}
