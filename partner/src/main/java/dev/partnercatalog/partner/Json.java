package dev.partnercatalog.partner;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How this library reads and writes JSON: at most 64 levels deep, without duplicate members, with nothing after its end. */
final class Json {

    private static final int MAX_DEPTH = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .build();

    private Json() {}

    /** Throws {@link IllegalArgumentException} if the bytes are not JSON. */
    static JsonNode read(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("it is not JSON: " + e.getMessage(), e);
        }
    }

    /** Throws {@link IllegalArgumentException} if a member has the wrong type. Members that the type doesn't have are ignored. */
    static <T> T as(Class<T> type, JsonNode json) {
        try {
            return MAPPER.treeToValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "it is not a valid " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }

    /** A string, a boolean or null, as JSON. */
    static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("it can't be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    static List<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>(array.size());
        array.forEach(elements::add);
        return elements;
    }
}
