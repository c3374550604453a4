package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rules a second time, on plain JSON from {@link Given#json} and with nothing of the code under test, so that
 * the two can be compared.
 */
final class RuleModel {

    private static final List<String> REQUIRED_TEXTS = List.of(
            "brand",
            "cannabisUnitOfMeasure",
            "classification",
            "description",
            "manufacturer",
            "name",
            "productType",
            "shortDescription",
            "strain",
            "strainType",
            "terpeneUnitOfMeasure",
            "topTerpene",
            "unitOfMeasure",
            "variantType");
    private static final List<String> CANNABINOIDS =
            List.of("thc", "cbd", "tac", "secondaryCannabinoids", "cannabisUnitOfMeasure");

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final JsonNode given;
    private final boolean atLocation;
    private final Map<String, JsonNode> variant = new TreeMap<>();
    private final Map<String, String> sources = new TreeMap<>();

    private RuleModel(JsonNode given) {
        this.given = given;
        atLocation = given.has("locationId");
    }

    /** The JSON that the partner should read. */
    static String variant(JsonNode given) {
        return new RuleModel(given).variant();
    }

    private String variant() {
        defaults();
        given.path("bpd").properties().forEach(field -> set(field.getKey(), field.getValue(), "BPD"));
        given.path("companyOverride").properties().forEach(field -> {
            if (!CANNABINOIDS.contains(field.getKey()) || flag("cannabinoidOverrides")) {
                set(field.getKey(), field.getValue(), "Company");
            }
        });
        attributes(given.path("companyAttributes"), "Company");
        if (atLocation) {
            attributes(given.path("locationAttributes"), "Location");
        }
        normalize("cannabisUnitOfMeasure", List.of("thc", "cbd", "tac"), "secondaryCannabinoids");
        normalize("terpeneUnitOfMeasure", List.of("totalTerpene"), null);
        List<JsonNode> wanted = wantedAssets();
        variant.compute("assets", (name, assets) -> selected(assets, wanted));
        variant.compute("brandAssets", (name, assets) -> selected(assets, wanted));
        return render();
    }

    private void defaults() {
        for (String name : REQUIRED_TEXTS) {
            set(name, json.textNode(""), "BPD");
        }
        for (String name : List.of("thc", "cbd", "tac", "totalTerpene")) {
            set(name, json.objectNode().put("avg", "").put("max", "").put("min", ""), "BPD");
        }
        for (String name : List.of("assets", "brandAssets", "secondaryCannabinoids")) {
            set(name, json.objectNode(), "BPD");
        }
        set("lineages", json.arrayNode(), "BPD");
        set("presentTerpenes", json.arrayNode(), "BPD");
        set("delisted", json.booleanNode(false), "BPD");
        set("unitSize", json.numberNode(0.0), "BPD");
        set("packagedQuantity", json.numberNode(1), "BPD");
    }

    private void attributes(JsonNode attributes, String source) {
        if (flag("displayNameOverrides")) {
            displayName(attributes.path("displayName"), "name", source);
            displayName(attributes.path("parentProductDisplayName"), "parentProductName", source);
        }
        for (String name : List.of("description", "shortDescription", "tags", "badges", "labels")) {
            if (attributes.has(name) && (!List.of("badges", "labels").contains(name) || flag(name))) {
                set(name, attributes.get(name), source);
            }
        }
    }

    private void displayName(JsonNode displayName, String field, String source) {
        if (!displayName.asText().isEmpty()) {
            set(field, displayName, source);
        }
    }

    private boolean flag(String name) {
        JsonNode own = given.path("locationConfig").path("allowedFields");
        boolean locationDecides = atLocation && own.isObject() && !name.equals("cannabinoidOverrides");
        return (locationDecides ? own : given.path("allowedFields")).path(name).asBoolean(false);
    }

    private void normalize(String unitField, List<String> ranges, @Nullable String rangeMap) {
        JsonNode wanted = given.path("companyConfig").path(unitField);
        if (wanted.isMissingNode()) {
            return;
        }
        var units = new UnitModel(
                get(unitField).asText(),
                wanted.asText(),
                get("unitSize").asDouble(),
                get("unitOfMeasure").asText(),
                get("packagedQuantity").asInt());
        if (!units.convertible()) {
            return;
        }
        var converted = new LinkedHashMap<String, JsonNode>();
        ranges.forEach(name -> converted.put(name, range(units, get(name))));
        if (rangeMap != null) {
            ObjectNode map = json.objectNode();
            get(rangeMap).properties().forEach(entry -> map.set(entry.getKey(), range(units, entry.getValue())));
            converted.put(rangeMap, map);
        }
        if (!units.failed()) {
            variant.putAll(converted);
            set(unitField, wanted, "Company");
        }
    }

    private ObjectNode range(UnitModel units, JsonNode range) {
        ObjectNode converted = json.objectNode();
        range.properties()
                .forEach(value -> converted.put(
                        value.getKey(), units.convert(value.getValue().asText())));
        return converted;
    }

    private List<JsonNode> wantedAssets() {
        JsonNode configuration = given.path("companyConfig");
        JsonNode own = given.path("locationConfig");
        if (atLocation && (own.has("assetPriority") || own.has("variantTypePreferences"))) {
            configuration = own;
        }
        JsonNode preferred = configuration
                .path("variantTypePreferences")
                .path(get("variantType").asText());
        var wanted = new LinkedHashMap<String, JsonNode>();
        if (preferred.isArray()) {
            preferred.forEach(type -> wanted.putIfAbsent(type.asText(), entry(type.asText(), 1)));
            var counted = new TreeMap<String, Boolean>();
            configuration.path("assetPriority").forEach(priority -> {
                String type = priority.get("assetType").asText();
                if (counted.put(type, true) == null) {
                    wanted.put(type, entry(type, priority.path("limit").asInt(1)));
                }
            });
        }
        return wanted.isEmpty()
                ? List.of(entry("Product", 1), entry("ComboProduct", 1), entry("PrimaryBrand", 1))
                : List.copyOf(wanted.values());
    }

    private JsonNode entry(String assetType, int limit) {
        return json.objectNode().put("assetType", assetType).put("limit", limit);
    }

    private JsonNode selected(JsonNode assets, List<JsonNode> wanted) {
        ObjectNode selected = json.objectNode();
        for (JsonNode entry : wanted) {
            ArrayNode kept = json.arrayNode();
            assets.path(entry.get("assetType").asText()).forEach(asset -> {
                if (kept.size() < entry.get("limit").asInt()) {
                    kept.add(asset);
                }
            });
            if (!kept.isEmpty()) {
                selected.set(entry.get("assetType").asText(), kept);
            }
        }
        return selected;
    }

    private String render() {
        double size = get("unitSize").asDouble();
        if (size == Math.floor(size) && Math.abs(size) < 9007199254740992.0) {
            variant.put("unitSize", LongNode.valueOf((long) size));
        }
        ObjectNode catalogSource = json.objectNode();
        sources.forEach(catalogSource::put);
        variant.put("catalogSource", catalogSource);
        variant.put("barcode", json.textNode("4001"));
        variant.put("companyId", json.numberNode(7));
        variant.put("locationId", json.numberNode(given.path("locationId").asLong(7)));
        try {
            return MAPPER.writeValueAsString(sorted(json.objectNode().setAll(variant)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object sorted(JsonNode node) {
        if (node.isObject()) {
            var object = new TreeMap<String, Object>();
            node.properties().forEach(member -> object.put(member.getKey(), sorted(member.getValue())));
            return object;
        }
        return node.isArray() ? node.valueStream().map(RuleModel::sorted).toList() : node;
    }

    private void set(String name, JsonNode value, String source) {
        variant.put(name, value);
        sources.put(name, source);
    }

    private JsonNode get(String name) {
        return Objects.requireNonNull(variant.get(name), name);
    }
}
