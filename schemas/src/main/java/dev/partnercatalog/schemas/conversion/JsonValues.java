package dev.partnercatalog.schemas.conversion;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.schemas.key.Ids;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values strictly, and describes them in words. What JSON parsers commonly accept, and lose data by, is a fault
 * here: a field given twice, and text after the value.
 */
public final class JsonValues {

    private static final int MOST_DIGITS = 40;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonValues() {}

    /** A mapper that refuses a field given twice, and anything after the value. */
    public static ObjectMapper strictMapper() {
        return MAPPER;
    }

    /** Returns the one value in a text; null if there isn't exactly one. */
    static @Nullable JsonNode value(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isMissingNode() ? null : node;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** A whole number, as small as it can be. */
    public static JsonNode wholeNumber(BigInteger number) {
        if (number.bitLength() < Integer.SIZE) {
            return JSON.numberNode(number.intValue());
        }
        return number.bitLength() < Long.SIZE ? JSON.numberNode(number.longValue()) : JSON.numberNode(number);
    }

    /** A value as the end of a sentence such as {@code "must be text, but is …"}. */
    public static String describe(JsonNode node) {
        return switch (node.getNodeType()) {
            case NULL -> "null";
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case BOOLEAN -> node.asText();
            case STRING -> "the text " + Ids.quoted(node.textValue());
            case NUMBER ->
                node.isDouble() && Double.isInfinite(node.doubleValue())
                        ? "a number beyond that"
                        : "the number " + cut(node.asText());
            case MISSING, BINARY, POJO -> "nothing";
        };
    }

    private static String cut(String digits) {
        return digits.length() <= MOST_DIGITS ? digits : digits.substring(0, MOST_DIGITS) + "...";
    }
}
