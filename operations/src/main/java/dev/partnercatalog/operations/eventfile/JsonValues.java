package dev.partnercatalog.operations.eventfile;

import com.fasterxml.jackson.databind.JsonNode;

/** Describes JSON values in words. */
final class JsonValues {

    private static final int MOST_DIGITS = 40;

    private JsonValues() {}

    static String describe(JsonNode node) {
        return switch (node.getNodeType()) {
            case NULL -> "null";
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case BOOLEAN -> node.asText();
            case STRING -> "the text " + FieldPath.quote(node.textValue());
            case NUMBER -> "the number " + cut(node.asText());
            case MISSING, BINARY, POJO -> "nothing";
        };
    }

    private static String cut(String digits) {
        return digits.length() <= MOST_DIGITS ? digits : digits.substring(0, MOST_DIGITS) + "...";
    }

    /** Whether text can be written as UTF-8: JSON escapes can produce half a surrogate pair, which can't. */
    static boolean isUnicode(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
