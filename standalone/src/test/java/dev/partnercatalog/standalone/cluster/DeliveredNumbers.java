package dev.partnercatalog.standalone.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.standalone.PartnerClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds what a partner took of the numbered catalog to this: the numbers of a variant never go back. Thread-safe. */
final class DeliveredNumbers {
    /** Of a variant's two layers, and 0 for one that was not there yet. */
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
