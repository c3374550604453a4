package dev.partnercatalog.cli.listen;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Prints what a receiver gets in a few words, in which no text from a message controls a terminal. */
public final class MessageText {

    private static final int LISTED = 5;

    private MessageText() {}

    /** Prints a line that says what the message is, beginning with this text, and one for each of its first records. */
    public static void print(PrintWriter out, String start, JsonNode message) {
        String verified = time() + "  " + start + "signature verified: ";
        if (!message.path("type").asText().equals("variants.changed")) {
            out.println(verified + text(message, "type"));
        } else {
            JsonNode variants = message.path("data").path("variants");
            JsonNode removed = message.path("data").path("removed");
            out.println(verified + variants.size() + " changed, " + removed.size() + " removed");
            variants.valueStream().limit(LISTED).forEach(variant -> out.println("    " + summary(variant)));
            removed.valueStream().limit(LISTED).forEach(variant -> out.println("    removed: " + id(variant)));
            int more = Math.max(variants.size() - LISTED, 0) + Math.max(removed.size() - LISTED, 0);
            if (more > 0) {
                out.println("    and " + more + " more");
            }
        }
        out.flush();
    }

    /** Prints why a request was rejected, after what the line says it was. */
    public static void printRejected(PrintWriter out, String start, String reason) {
        out.println(time() + "  " + start + "rejected: " + PrintableText.of(reason));
        out.flush();
    }

    /** Identifies a record, or what was removed. */
    public static String id(JsonNode variant) {
        return "company %s, location %s, %s"
                .formatted(text(variant, "companyId"), text(variant, "locationId"), text(variant, "barcode"));
    }

    private static String summary(JsonNode variant) {
        String summary = id(variant) + ": " + text(variant, "name");
        String thc = text(variant.path("thc"), "avg");
        return thc.isEmpty() ? summary : summary + ", THC " + thc + " " + text(variant, "cannabisUnitOfMeasure");
    }

    private static String text(JsonNode object, String field) {
        return PrintableText.of(object.path(field).asText());
    }

    /** Also at a full minute, with its seconds. */
    private static String time() {
        return LocalTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT));
    }
}
