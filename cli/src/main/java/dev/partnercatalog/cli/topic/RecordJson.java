package dev.partnercatalog.cli.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.PrintableText;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.Base64;

/** Formats what is found for programs: one JSON object per line, in ASCII, so that a terminal interprets nothing in it. */
final class RecordJson {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private RecordJson() {}

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    static String line(UnreadableRecord record) {
        ObjectNode json = object().put("topic", record.topic().baseName())
                .put("partition", record.partition())
                .put("offset", record.offset());
        byte[] key = record.key();
        if (key != null) {
            String text = PrintableText.utf8(key);
            if (text == null) {
                json.put("keyBase64", Base64.getEncoder().encodeToString(key));
            } else {
                json.put("key", text);
            }
        }
        return line(json.put("reason", record.why()));
    }

    static String line(ObjectNode json) {
        try {
            return JSON.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }
}
