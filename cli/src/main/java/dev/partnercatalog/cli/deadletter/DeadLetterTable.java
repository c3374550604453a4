package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.runtime.text.PrintableText;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Dead letters, for people and for programs. */
public final class DeadLetterTable {

    private static final int SHORT_KEY = 60;
    private static final int HEADERS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();

    private DeadLetterTable() {}

    /**
     * What a list shows of a dead letter; without its value, which may be megabytes large.
     *
     * @param cells for people
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Row(Map<String, @Nullable Object> json, Object[] cells) {

        static Row of(DeadLetter letter) {
            Source source = letter.source();
            return new Row(DeadLetterTable.json(letter), new Object[] {
                letter.id(),
                letter.time(),
                source == null ? "unknown" : source.topic() + " " + source.position(),
                letter.key() == null ? "(no key)" : PrintableText.of(letter.key(), SHORT_KEY),
                letter.reason()
            });
        }
    }

    static TextTable list(List<Row> rows) {
        TextTable table = new TextTable("id", "rejected", "from", "key", "reason");
        rows.forEach(row -> table.row(row.cells()));
        return table;
    }

    /** A letter without its value, which may be megabytes large, and without its headers. */
    public static Map<String, @Nullable Object> json(DeadLetter letter) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", letter.id().toString());
        json.put("time", letter.time());
        Source source = letter.source();
        if (source != null) {
            json.put("topic", source.topic());
            json.put("partition", source.position().partition());
            json.put("offset", source.position().offset());
            json.put("publishedAt", Instant.ofEpochMilli(source.timestamp()));
            boolean isReplay = !source.origin().equals(source.position());
            json.put("origin", isReplay ? source.origin().toString() : null);
        }
        put(json, "key", letter.key());
        json.put("reason", letter.reason());
        json.put("omittedBytes", letter.omittedBytes() > 0 ? letter.omittedBytes() : null);
        json.put("bytes", letter.value() == null ? null : letter.value().length);
        return json;
    }

    /** All of a letter; of very many headers, the first. */
    public static Map<String, @Nullable Object> json(DeadLetter letter, Payload payload) {
        Map<String, @Nullable Object> json = json(letter);
        if (payload instanceof Payload.Decoded decoded) {
            json.put("contentId", decoded.contentId());
            json.put("schema", decoded.schema());
            json.put("value", tree(decoded.json()));
        } else if (payload instanceof Payload.Undecodable undecodable) {
            json.put("undecodable", undecodable.why());
            json.put("valueBase64", letter.value());
        }
        Header[] headers = letter.headers().toArray();
        json.put("headersLeftOut", headers.length > HEADERS ? headers.length - HEADERS : null);
        // Several may have the same name.
        json.put(
                "headers",
                List.of(headers).stream()
                        .limit(HEADERS)
                        .map(DeadLetterTable::json)
                        .toList());
        return json;
    }

    private static Map<String, @Nullable Object> json(Header header) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", header.key());
        put(json, "value", header.value());
        return json;
    }

    /** Bytes as text; those that are none in base64, under a name that says so. */
    private static void put(Map<String, @Nullable Object> json, String name, byte @Nullable [] bytes) {
        String text = bytes == null ? null : PrintableText.utf8(bytes);
        if (bytes != null && text == null) {
            json.put(name + "Base64", Base64.getEncoder().encodeToString(bytes));
        } else {
            json.put(name, text == null ? NullNode.getInstance() : text);
        }
    }

    private static Object tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            // Avro's own text of a record needn't be valid JSON.
            return json;
        }
    }

    /** The same over several lines, for people. */
    static String pretty(Map<String, @Nullable Object> json) {
        return tree(CommandOutput.json(json)) instanceof JsonNode tree ? tree.toPrettyString() : "";
    }
}
