package dev.partnercatalog.resolution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A second implementation of the configuration rules, like {@link RuleModel}. */
record ConfigurationModel(JsonNode given) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** The JSON that the partner should read. */
    String json(String companyId, String locationId, String clientId) {
        ObjectNode flags = JSON.objectNode();
        List.of("badges", "cannabinoidOverrides", "displayNameOverrides", "labels")
                .forEach(name -> flags.put(name, flag(name)));
        ObjectNode answer = JSON.objectNode();
        answer.put("companyId", companyId).put("locationId", locationId).put("clientId", clientId);
        answer.set("allowedFields", flags);
        answer.set("variantAssetConfig", variantAssetConfig());
        return SortedJson.write(answer);
    }

    boolean flag(String name) {
        JsonNode own = given.path("locationConfig").path("allowedFields");
        boolean locationDecides = atLocation() && own.isObject() && !name.equals("cannabinoidOverrides");
        return (locationDecides ? own : given.path("allowedFields")).path(name).asBoolean(false);
    }

    boolean atLocation() {
        return given.has("locationId");
    }

    /** How many assets of each type are returned for a variant of this variant type. */
    Map<String, Integer> limits(String variantType) {
        var limits = new LinkedHashMap<String, Integer>();
        variantAssetConfig()
                .path(variantType)
                .forEach(entry -> limits.put(
                        entry.get("assetType").asText(), entry.get("limit").asInt()));
        return limits.isEmpty() ? Map.of("Product", 1, "ComboProduct", 1, "PrimaryBrand", 1) : limits;
    }

    private ObjectNode variantAssetConfig() {
        JsonNode priority = assetPart("assetPriority");
        ObjectNode config = JSON.objectNode();
        assetPart("variantTypePreferences")
                .properties()
                .forEach(preference -> config.set(preference.getKey(), ranked(preference.getValue(), priority)));
        return config;
    }

    private JsonNode assetPart(String name) {
        boolean own = atLocation() && given.path("locationConfig").has(name);
        return given.path(own ? "locationConfig" : "companyConfig").path(name);
    }

    private static ArrayNode ranked(JsonNode preferred, JsonNode priority) {
        var limits = new LinkedHashMap<String, Integer>();
        preferred.forEach(type -> limits.put(type.asText(), 1));
        priority.forEach(entry -> limits.putIfAbsent(entry.get("assetType").asText(), 1));
        // Backwards, so that the first limit of each type is put last.
        for (int i = priority.size() - 1; i >= 0; i--) {
            JsonNode entry = priority.get(i);
            limits.put(entry.get("assetType").asText(), entry.path("limit").asInt(1));
        }
        ArrayNode ranked = JSON.arrayNode();
        limits.forEach((type, limit) -> ranked.add(
                JSON.objectNode().put("assetType", type).put("limit", limit).put("order", ranked.size() + 1)));
        return ranked;
    }
}
