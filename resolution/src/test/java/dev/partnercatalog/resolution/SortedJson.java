package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.TreeMap;

/** JSON in canonical form: the keys of every object in order, and numbers as in ECMAScript. */
final class SortedJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .build();

    private SortedJson() {}

    static JsonNode of(Object record) {
        return MAPPER.valueToTree(record);
    }

    static String write(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(sorted(node));
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
        if (node.isNumber()) {
            return new RawValue(CanonicalNumber.of(node.doubleValue()));
        }
        return node.isArray() ? node.valueStream().map(SortedJson::sorted).toList() : node;
    }
}
