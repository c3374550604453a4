package dev.partnercatalog.cli.listen;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.text.PrintableText;
import java.util.ArrayList;
import java.util.List;

/** Summarizes a message in a few words. */
public final class MessageText {

    private static final int LISTED = 5;

    private MessageText() {}

    /** A line that says what the message is, and an indented one for each of its first records. */
    public static List<String> lines(JsonNode message) {
        List<String> lines = new ArrayList<>();
        if (!message.path("type").asText().equals("variants.changed")) {
            lines.add("signature verified: " + printable(message.path("type").asText()));
            return lines;
        }
        JsonNode variants = message.path("data").path("variants");
        JsonNode removed = message.path("data").path("removed");
        lines.add("signature verified: " + variants.size() + " changed, " + removed.size() + " removed");
        variants.valueStream().limit(LISTED).forEach(variant -> lines.add("    " + summary(variant)));
        removed.valueStream().limit(LISTED).forEach(variant -> lines.add("    removed: " + id(variant)));
        int more = Math.max(variants.size() - LISTED, 0) + Math.max(removed.size() - LISTED, 0);
        if (more > 0) {
            lines.add("    and " + more + " more");
        }
        return lines;
    }

    /** Identifies a record, or what was removed. */
    public static String id(JsonNode variant) {
        return "company %s, location %s, %s"
                .formatted(
                        printable(variant.path("companyId").asText()),
                        printable(variant.path("locationId").asText()),
                        printable(variant.path("barcode").asText()));
    }

    private static String summary(JsonNode variant) {
        String summary = id(variant) + ": " + printable(variant.path("name").asText());
        String thc = printable(variant.path("thc").path("avg").asText());
        return thc.isEmpty()
                ? summary
                : summary + ", THC " + thc + " "
                        + printable(variant.path("cannabisUnitOfMeasure").asText());
    }

    /** Text from a message must not control a terminal. */
    private static String printable(String text) {
        return PrintableText.of(text);
    }
}
