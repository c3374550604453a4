package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A batch-get's response built from layers in JSON, for a partner without flags and without configurations. */
final class LayeredAnswer {

    private static final List<String> ASSET_TYPES = List.of("Product", "ComboProduct", "PrimaryBrand");

    /** What an override must leave unchanged if the flag for it is off. */
    private static final Set<String> CANNABINOIDS =
            Set.of("thc", "cbd", "tac", "secondaryCannabinoids", "cannabisUnitOfMeasure");

    /** What display attributes change if the flags for the others are off. */
    private static final Set<String> TEXTS = Set.of("description", "shortDescription", "tags");

    private final ObjectMapper mapper;
    private final long companyId;
    private final long locationId;
    private final Set<String> failed;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 << 10);
    private final JsonGenerator json;

    LayeredAnswer(ObjectMapper mapper, long companyId, long locationId, String[] barcodes) throws IOException {
        this.mapper = mapper;
        this.companyId = companyId;
        this.locationId = locationId;
        this.failed = new LinkedHashSet<>(Arrays.asList(barcodes));
        this.json = mapper.getFactory().createGenerator(bytes);
        json.writeStartObject();
        json.writeArrayFieldStart("variants");
    }

    /** Adds the next variant from its layers, lowest first. */
    void add(
            String barcode,
            String bpd,
            @Nullable String override,
            @Nullable String companyAttributes,
            @Nullable String locationAttributes)
            throws IOException {
        failed.remove(barcode);
        ObjectNode variant = (ObjectNode) mapper.readTree(bpd);
        ObjectNode source = mapper.createObjectNode();
        variant.fieldNames().forEachRemaining(field -> source.put(field, "BPD"));
        for (Map.Entry<String, JsonNode> field : fields(override)) {
            if (!CANNABINOIDS.contains(field.getKey())) {
                variant.set(field.getKey(), field.getValue());
                source.put(field.getKey(), "Company");
            }
        }
        applyTexts(variant, source, companyAttributes, "Company");
        applyTexts(variant, source, locationAttributes, "Location");
        limit(variant, "assets");
        limit(variant, "brandAssets");
        variant.set("catalogSource", source);
        variant.put("barcode", barcode).put("companyId", companyId).put("locationId", locationId);
        mapper.writeTree(json, variant);
    }

    private void applyTexts(ObjectNode variant, ObjectNode source, @Nullable String attributes, String name)
            throws IOException {
        for (Map.Entry<String, JsonNode> field : fields(attributes)) {
            if (TEXTS.contains(field.getKey())) {
                variant.set(field.getKey(), field.getValue());
                source.put(field.getKey(), name);
            }
        }
    }

    private Set<Map.Entry<String, JsonNode>> fields(@Nullable String layer) throws IOException {
        return layer == null ? Set.of() : mapper.readTree(layer).properties();
    }

    /** One asset of each type that is returned without a configuration. */
    private static void limit(ObjectNode variant, String field) {
        ObjectNode kept = variant.objectNode();
        for (String type : ASSET_TYPES) {
            JsonNode assets = variant.path(field).path(type);
            if (assets instanceof ArrayNode && !assets.isEmpty()) {
                kept.putArray(type).add(assets.path(0));
            }
        }
        variant.set(field, kept);
    }

    byte[] json() throws IOException {
        json.writeEndArray();
        json.writeArrayFieldStart("failedBarcodes");
        for (String barcode : failed) {
            json.writeString(barcode);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("failedSkus");
        json.writeEndArray();
        json.writeObjectFieldStart("mappedSkuBarcodes");
        json.writeEndObject();
        json.writeEndObject();
        json.close();
        return bytes.toByteArray();
    }
}
