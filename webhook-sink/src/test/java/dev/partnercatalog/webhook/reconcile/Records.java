package dev.partnercatalog.webhook.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The content of a message as a receiver reads it. */
public record Records(Instant timestamp, Map<ScopedVariant, String> variants, List<ScopedVariant> removed) {

    private static final ObjectMapper JSON = new ObjectMapper();

    static Records of(Message message) {
        try {
            JsonNode body = JSON.readTree(message.body());
            Map<ScopedVariant, String> variants = new LinkedHashMap<>();
            for (JsonNode variant : body.at("/data/variants")) {
                variants.put(ids(variant), variant.toString());
            }
            List<ScopedVariant> removed = new ArrayList<>();
            for (JsonNode ids : body.at("/data/removed")) {
                removed.add(ids(ids));
            }
            return new Records(Instant.parse(body.get("timestamp").asText()), variants, removed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<ScopedVariant> all() {
        List<ScopedVariant> all = new ArrayList<>(variants.keySet());
        all.addAll(removed);
        return all;
    }

    private static ScopedVariant ids(JsonNode record) {
        return new ScopedVariant(
                Scope.of(
                        record.get("companyId").asLong(),
                        record.get("locationId").asLong()),
                record.get("barcode").asText());
    }
}
