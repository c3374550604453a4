package dev.partnercatalog.operations.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.schemas.key.Ids;
import java.util.List;
import java.util.stream.Collectors;

/** Formats a value for a table: as JSON, on one line, cut if it is long. */
public final class ShownValue {

    private static final int LIMIT = 36;
    private static final int REPLACEMENT = 0xFFFD;
    private static final ObjectMapper JSON =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private ShownValue() {}

    public static String of(Object value) {
        return cut(whole(value));
    }

    /** The whole value. */
    public static String whole(Object value) {
        try {
            return printable(JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a field's value is always JSON", e);
        }
    }

    /** Texts as JSON in ASCII, so that those that look the same can be told apart. */
    public static String escaped(List<String> texts) {
        return texts.stream().map(ShownValue::escaped).collect(Collectors.joining(", "));
    }

    private static String escaped(String text) {
        try {
            return JSON.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a text is always JSON", e);
        }
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LIMIT
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LIMIT - 1)) + "…";
    }

    /** Removes what isn't printable. Upstream may send anything, and a terminal interprets more than JSON escapes. */
    public static String printable(String text) {
        return text.codePoints()
                .map(point -> Ids.isPrintable(point) ? point : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
