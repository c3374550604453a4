package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.runtime.text.PrintableText;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Dead letters, for people and for programs. */
final class DeadLetterTable {

    private static final int SHORT_KEY = 60;
    private static final int LONG_KEY = 1_000;
    private static final int LONGEST_KEY_IN_LIST = 2_000;

    private DeadLetterTable() {}

    /**
     * What a list shows of a dead letter; without its value, which may be megabytes large.
     *
     * @param cells for people
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Row(Map<String, @Nullable Object> json, @Nullable Object[] cells) {

        static Row of(DeadLetter letter) {
            Map<String, @Nullable Object> json = DeadLetterTable.json(letter);
            if (letter.key() != null && letter.key().length > LONGEST_KEY_IN_LIST) {
                json.remove("key");
                json.remove("keyBase64");
                json.put("keyBytes", letter.key().length);
            }
            return new Row(json, DeadLetterTable.cells(letter, SHORT_KEY, null));
        }
    }

    static TextTable list(List<Row> rows) {
        TextTable table = table();
        rows.forEach(row -> table.row(row.cells()));
        return table;
    }

    static TextTable one(DeadLetter letter) {
        return table().row(cells(letter, LONG_KEY, letter.source()));
    }

    private static TextTable table() {
        return new TextTable("id", "rejected", "from", "key", "published", "replayed", "reason");
    }

    /** @param published the source whose time of publication is told; null for none */
    private static @Nullable Object[] cells(DeadLetter letter, int longestKey, @Nullable Source published) {
        Source source = letter.source();
        return new @Nullable Object[] {
            letter.id(),
            letter.time(),
            source == null ? "unknown" : source.topic() + " " + source.position(),
            letter.key() == null ? "(no key)" : PrintableText.of(letter.key(), longestKey),
            published == null ? null : Instant.ofEpochMilli(published.timestamp()),
            source != null && source.isReplay()
                    ? "yes; rejected " + letter.attempts() + " times; first published at " + source.origin()
                    : null,
            letter.reason()
        };
    }

    /** A letter without its value and headers. */
    static Map<String, @Nullable Object> json(DeadLetter letter) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", letter.id().toString());
        json.put("time", letter.time());
        Source source = letter.source();
        if (source != null) {
            json.put("topic", source.topic());
            json.put("partition", source.position().partition());
            json.put("offset", source.position().offset());
            json.put("publishedAt", Instant.ofEpochMilli(source.timestamp()));
        }
        put(json, "key", letter.key());
        json.put("origin", source != null && source.isReplay() ? source.origin().toString() : null);
        json.put("attempts", letter.attempts());
        json.put("reason", letter.reason());
        json.put("omittedBytes", letter.omittedBytes() > 0 ? letter.omittedBytes() : null);
        json.put("bytes", letter.value() == null ? null : letter.value().length);
        return json;
    }

    /** Bytes as text; those that are none in base64, under a name that says so. */
    static void put(Map<String, @Nullable Object> json, String name, byte @Nullable [] bytes) {
        String text = bytes == null ? null : PrintableText.utf8(bytes);
        if (bytes != null && text == null) {
            json.put(name + "Base64", Base64.getEncoder().encodeToString(bytes));
        } else {
            json.put(name, text == null ? NullNode.getInstance() : text);
        }
    }
}
