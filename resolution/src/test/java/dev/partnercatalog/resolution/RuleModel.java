package dev.partnercatalog.resolution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A second implementation of the rules, on plain JSON from {@link Given#json} and without any of the code under test,
 * so that the two can be compared.
 */
final class RuleModel {

    private static final List<String> REQUIRED_TEXTS =
            List.of(("brand cannabisUnitOfMeasure classification description manufacturer name productType"
                            + " shortDescription strain strainType terpeneUnitOfMeasure topTerpene unitOfMeasure variantType")
                    .split(" "));
    private static final List<String> CANNABINOIDS =
            List.of("thc", "cbd", "tac", "secondaryCannabinoids", "cannabisUnitOfMeasure");

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final JsonNode given;
    private final ConfigurationModel configuration;
    private final Map<String, JsonNode> variant = new TreeMap<>();
    private final Map<String, String> sources = new TreeMap<>();

    private RuleModel(JsonNode given) {
        this.given = given;
        configuration = new ConfigurationModel(given);
    }

    /** The JSON that the partner should read. */
    static String variant(JsonNode given) {
        return new RuleModel(given).variant();
    }

    private String variant() {
        defaults();
        given.path("bpd").properties().forEach(field -> set(field.getKey(), field.getValue(), "BPD"));
        given.path("companyOverride").properties().forEach(field -> {
            if (!CANNABINOIDS.contains(field.getKey()) || configuration.flag("cannabinoidOverrides")) {
                set(field.getKey(), field.getValue(), "Company");
            }
        });
        attributes(given.path("companyAttributes"), "Company");
        if (configuration.atLocation()) {
            attributes(given.path("locationAttributes"), "Location");
        }
        normalize("cannabisUnitOfMeasure", List.of("thc", "cbd", "tac"), "secondaryCannabinoids");
        normalize("terpeneUnitOfMeasure", List.of("totalTerpene"), null);
        Map<String, Integer> limits = configuration.limits(get("variantType").asText());
        variant.compute("assets", (name, assets) -> selected(assets, limits));
        variant.compute("brandAssets", (name, assets) -> selected(assets, limits));
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
        if (configuration.flag("displayNameOverrides")) {
            displayName(attributes.path("displayName"), "name", source);
            displayName(attributes.path("parentProductDisplayName"), "parentProductName", source);
        }
        for (String name : List.of("description", "shortDescription", "tags", "badges", "labels")) {
            if (attributes.has(name) && (!List.of("badges", "labels").contains(name) || configuration.flag(name))) {
                set(name, attributes.get(name), source);
            }
        }
    }

    private void displayName(JsonNode displayName, String field, String source) {
        if (!displayName.asText().isEmpty()) {
            set(field, displayName, source);
        }
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

    private JsonNode selected(JsonNode assets, Map<String, Integer> limits) {
        ObjectNode selected = json.objectNode();
        limits.forEach((type, limit) -> {
            ArrayNode kept = json.arrayNode();
            assets.path(type).forEach(asset -> {
                if (kept.size() < limit) {
                    kept.add(asset);
                }
            });
            if (!kept.isEmpty()) {
                selected.set(type, kept);
            }
        });
        return selected;
    }

    private String render() {
        double size = get("unitSize").asDouble();
        if (size == Math.floor(size) && Math.abs(size) < 9007199254740992.0) {
            variant.put("unitSize", LongNode.valueOf((long) size));
        } else {
            // As ECMAScript writes the numbers of RandomCatalog.
            variant.put(
                    "unitSize",
                    json.rawValueNode(new RawValue(
                            size == 1e20 ? "100000000000000000000" : size == 1e-7 ? "1e-7" : Double.toString(size))));
        }
        ObjectNode catalogSource = json.objectNode();
        sources.forEach(catalogSource::put);
        variant.put("catalogSource", catalogSource);
        variant.put("barcode", json.textNode("4001"));
        variant.put("companyId", json.numberNode(7));
        variant.put("locationId", json.numberNode(given.path("locationId").asLong(7)));
        return SortedJson.write(json.objectNode().setAll(variant));
    }

    private void set(String name, JsonNode value, String source) {
        variant.put(name, value);
        sources.put(name, source);
    }

    private JsonNode get(String name) {
        return Objects.requireNonNull(variant.get(name), name);
    }
}
