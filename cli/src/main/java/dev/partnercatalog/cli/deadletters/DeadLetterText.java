package dev.partnercatalog.cli.deadletters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.runtime.PrintableText;
import java.time.Instant;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Formats dead letters for people. Whatever came from outside is printed so that a terminal shows it and does nothing
 * else.
 */
final class DeadLetterText {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHORT_KEY = 60;
    private static final int LONG_KEY = 1000;
    private static final int HEADER = 200;
    private static final int HEADERS = 50;

    private DeadLetterText() {}

    /** One line. */
    static String line(DeadLetter letter) {
        Source source = letter.source();
        return letter.time() + "  " + letter.id() + "  " + source(source) + "  " + key(letter.key(), SHORT_KEY) + "  "
                + PrintableText.of(letter.reason())
                + (source != null && source.isReplay() ? " (replayed; first at " + source.origin() + ")" : "");
    }

    /**
     * Everything there is to know, with the value's text cut to {@code limit} characters or its dump to that many
     * bytes.
     */
    static String page(DeadLetter letter, @Nullable Payload payload, int limit) {
        StringBuilder page = new StringBuilder();
        field(page, "id", letter.id().toString());
        field(page, "rejected", letter.time().toString());
        field(page, "reason", PrintableText.of(letter.reason()));
        field(page, "from", source(letter.source()));
        Source source = letter.source();
        if (source != null) {
            field(page, "published", Instant.ofEpochMilli(source.timestamp()).toString());
            if (source.isReplay()) {
                field(page, "replayed", "yes; first published at " + source.origin());
            }
        }
        field(page, "key", key(letter.key(), LONG_KEY));
        headers(page, letter);
        page.append(value(letter, payload, limit));
        return page.toString();
    }

    private static void headers(StringBuilder page, DeadLetter letter) {
        int shown = 0;
        for (Header header : letter.headers()) {
            if (shown++ == HEADERS) {
                field(page, "header", "… and more");
                return;
            }
            field(
                    page,
                    "header",
                    cut(PrintableText.of(header.key()), HEADER) + ": "
                            + (header.value() == null ? "null" : PrintableText.of(header.value(), HEADER)));
        }
    }

    private static String value(DeadLetter letter, @Nullable Payload payload, int limit) {
        byte[] value = letter.value();
        if (value == null || payload == null) {
            return "value:     "
                    + (letter.omittedBytes() > 0
                            ? "its " + letter.omittedBytes()
                                    + " bytes were too large to be kept; see the source%n".formatted()
                            : "none: the event takes its record back%n".formatted());
        }
        String size = "value:     " + Quantity.of(value.length, "byte") + ", ";
        if (payload instanceof Payload.Decoded decoded) {
            return size
                    + "%s, schema with content id %d%n"
                            .formatted(PrintableText.of(decoded.schema()), decoded.contentId())
                    + cut(PrintableText.of(indented(decoded.json())).replace("\\u000a", "%n".formatted()), limit)
                    + "%n".formatted();
        }
        String why = ((Payload.Undecodable) payload).why();
        return size + "not decodable: " + PrintableText.of(why) + "%n".formatted() + PrintableText.dump(value, limit);
    }

    private static String indented(String json) {
        try {
            JsonNode tree = JSON.readTree(json);
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            // Avro's own text of a record needn't be JSON to the letter; it is as good to read.
            return json;
        }
    }

    private static String cut(String text, int limit) {
        int length = text.codePointCount(0, text.length());
        return length <= limit
                ? text
                : text.substring(0, text.offsetByCodePoints(0, limit))
                        + "%n… %s more".formatted(Quantity.of(length - limit, "character"));
    }

    private static String source(@Nullable Source source) {
        return source == null ? "unknown" : PrintableText.of(source.topic()) + " " + source.position();
    }

    private static String key(byte @Nullable [] key, int limit) {
        return key == null ? "(no key)" : PrintableText.of(key, limit);
    }

    private static void field(StringBuilder page, String name, String value) {
        page.append("%-10s %s%n".formatted(name + ":", value));
    }
}
