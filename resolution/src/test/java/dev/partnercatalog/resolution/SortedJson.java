package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.TreeMap;

/** JSON with the keys of every object in alphabetical order. */
final class SortedJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private SortedJson() {}

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
        return node.isArray() ? node.valueStream().map(SortedJson::sorted).toList() : node;
    }
}
