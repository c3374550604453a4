package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.registry.WireForm;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Dead letters as JSON. */
public final class DeadLetterJson {

    private static final int HEADERS = 50;

    private DeadLetterJson() {}

    /** A letter without its value, which may be megabytes large, and without its headers. */
    public static Map<String, @Nullable Object> listed(DeadLetter letter) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", letter.id().toString());
        json.put("time", letter.time());
        Source source = letter.source();
        if (source != null) {
            json.put("topic", source.topic());
            json.put("partition", source.position().partition());
            json.put("offset", source.position().offset());
            json.put("publishedAt", Instant.ofEpochMilli(source.timestamp()));
            json.put("origin", source.isReplay() ? source.origin().toString() : null);
        }
        put(json, "key", letter.key());
        json.put("attempts", letter.attempts());
        json.put("reason", letter.reason());
        json.put("omittedBytes", letter.omittedBytes() > 0 ? letter.omittedBytes() : null);
        json.put("bytes", letter.value() == null ? null : letter.value().length);
        return json;
    }

    /**
     * All of a letter; of very many headers, the first. The value is decoded with the schema it was written with, which is
     * fetched from the registry if it isn't known yet; otherwise {@code undecodable} says why it isn't.
     */
    public static Map<String, @Nullable Object> whole(DeadLetter letter, SchemaRegistry registry) {
        Map<String, @Nullable Object> json = listed(letter);
        String undecodable = decode(letter, registry, json);
        if (undecodable != null) {
            json.put("undecodable", undecodable);
            json.put("valueBase64", letter.value());
        }
        List<Map<String, @Nullable Object>> headers = new ArrayList<>(); // Several may have the same name.
        letter.headers().forEach(header -> {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("name", header.key());
            put(one, "value", header.value());
            headers.add(one);
        });
        json.put("headersLeftOut", headers.size() > HEADERS ? headers.size() - HEADERS : null);
        json.put("headers", headers.stream().limit(HEADERS).toList());
        return json;
    }

    /** Adds the decoded value; returns why there is none, as text, otherwise null. */
    private static @Nullable String decode(
            DeadLetter letter, SchemaRegistry registry, Map<String, @Nullable Object> json) {
        byte[] value = letter.value();
        if (value == null) {
            return letter.omittedBytes() > 0
                    ? "its " + letter.omittedBytes() + " bytes were too large to be kept; they are still at the source"
                    : "there is none: the event deletes its key";
        }
        if (letter.source() == null) {
            return "its source topic is unknown";
        }
        if (value.length > TopicSettings.MAX_PARTNER_BYTES) {
            return "it is larger than an event may be";
        }
        String problem = WireForm.problem(value);
        if (problem != null) {
            return problem;
        }
        int contentId = ByteBuffer.wrap(value, 1, Integer.BYTES).getInt();
        try {
            Schema schema = registry.schema(letter.source().topic(), contentId);
            int start = 1 + Integer.BYTES;
            BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(value, start, value.length - start, null);
            Object record = new GenericDatumReader<>(schema).read(null, decoder);
            if (!decoder.isEnd()) {
                return "there are extra bytes after the " + schema.getFullName();
            }
            String text = GenericData.get().toString(record);
            json.put("contentId", contentId);
            json.put("schema", schema.getFullName());
            try {
                json.put("value", Json.MAPPER.readTree(text));
            } catch (JsonProcessingException e) {
                json.put("value", text); // Avro's own text of a record needn't be valid JSON.
            }
            return null;
        } catch (UnreadableRecordException | RegistryUnavailableException e) {
            return String.valueOf(e.getMessage());
        } catch (IOException
                | AvroRuntimeException
                | IndexOutOfBoundsException
                | ClassCastException
                | UnsupportedOperationException
                | StackOverflowError e) {
            return "the bytes don't fit the schema with content id " + contentId + ": " + FaultWords.of(e);
        }
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
}
