package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Any texts as a form has them, one a line, so that they come back as they were. A text that a line can't show as it is, such as
 * an empty one or one with a space at its end, is in quotation marks, as JSON has it.
 */
final class ListLines {

    private static final char QUOTE = '"';
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private ListLines() {}

    /** The lines for an array of texts; empty for anything else. */
    static String of(JsonNode texts) {
        return StreamSupport.stream(texts.spliterator(), false)
                .map(JsonNode::asText)
                .map(text -> isPlain(text) ? text : TextNode.valueOf(text).toString())
                .collect(Collectors.joining("\n"));
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty()
                && text.equals(text.strip())
                && text.charAt(0) != QUOTE
                && text.chars().noneMatch(Character::isISOControl);
    }

    /** The texts of lines, of which empty ones don't count. */
    static List<String> read(String lines) {
        return lines.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(ListLines::text)
                .toList();
    }

    /** What isn't in quotation marks to its end is meant as it is. */
    private static String text(String line) {
        try {
            return line.charAt(0) == QUOTE ? JSON.readTree(line).asText() : line;
        } catch (JsonProcessingException e) {
            return line;
        }
    }
}
