package dev.partnercatalog.cli.deadletters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.runtime.PrintableText;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats dead letters for programs: one JSON object per line, in ASCII, so that a terminal interprets nothing in it. */
final class DeadLetterJson {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private static final int LONGEST_KEY = 2_000;

    private DeadLetterJson() {}

    /** For a list; a key that is too long for one is replaced by its size. */
    static ObjectNode of(DeadLetter letter) {
        ObjectNode json = JSON.createObjectNode()
                .put("id", letter.id().toString())
                .put("time", letter.time().toString())
                .put("reason", letter.reason());
        Source source = letter.source();
        if (source != null) {
            json.put("topic", source.topic())
                    .put("partition", source.position().partition())
                    .put("offset", source.position().offset())
                    .put("publishedAt", Instant.ofEpochMilli(source.timestamp()).toString());
            if (source.isReplay()) {
                json.put("origin", source.origin().toString());
            }
        }
        byte[] key = letter.key();
        if (key != null && key.length > LONGEST_KEY) {
            json.put("keyBytes", key.length);
        } else {
            bytes(json, "key", key);
        }
        byte[] value = letter.value();
        if (letter.omittedBytes() > 0) {
            json.put("omittedBytes", letter.omittedBytes());
        } else if (value != null) {
            json.put("bytes", value.length);
        }
        return json;
    }

    /** Includes headers and value; a value that can't be decoded is given completely, in base64. */
    static ObjectNode of(DeadLetter letter, @Nullable Payload payload) {
        ObjectNode json = of(letter);
        bytes(json, "key", letter.key());
        ObjectNode headers = json.putObject("headers");
        letter.headers().forEach(header -> bytes(headers, header.key(), header.value()));
        byte[] value = letter.value();
        if (value == null || payload == null) {
            return json;
        }
        if (payload instanceof Payload.Decoded decoded) {
            json.put("contentId", decoded.contentId()).put("schema", decoded.schema());
            try {
                json.set("value", JSON.readTree(decoded.json()));
            } catch (JsonProcessingException e) {
                json.put("valueText", decoded.json());
            }
        } else if (payload instanceof Payload.Undecodable undecodable) {
            json.put("undecodable", undecodable.why())
                    .put("valueBase64", Base64.getEncoder().encodeToString(value));
        }
        return json;
    }

    static ObjectNode of(ReplayResult result) {
        ObjectNode json = JSON.createObjectNode()
                .put("id", result.id().toString())
                .put("outcome", result.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        if (result.topic() != null) {
            json.put("topic", result.topic());
        }
        return json.put("detail", result.detail());
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    static String line(ObjectNode object) {
        try {
            return JSON.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }

    /** As text if they are UTF-8, otherwise in base64 under a name that says so. */
    private static void bytes(ObjectNode json, String name, byte @Nullable [] bytes) {
        String text = bytes == null ? null : PrintableText.utf8(bytes);
        if (bytes == null || text != null) {
            json.put(name, text);
        } else {
            json.put(name + "Base64", Base64.getEncoder().encodeToString(bytes));
        }
    }
}
