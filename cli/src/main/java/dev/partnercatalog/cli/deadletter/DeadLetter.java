package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.registry.WireForm;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.quarantine.DeadLetterHeaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An event that was rejected, read from a record with the {@link DeadLetterHeaders}: upstream may send anything under
 * these names.
 *
 * @param id its position in the topic of dead letters
 * @param attempts how often the event was rejected: more than once if it was republished
 * @param source null if the record doesn't say, so that it wasn't written by our applications
 * @param value null if the event was a deletion, or was too large to be kept
 * @param omittedBytes size of a value that was too large to be kept, otherwise 0
 * @param headers those of the event itself
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record DeadLetter(
        LogPosition id,
        Instant time,
        String reason,
        long attempts,
        @Nullable Source source,
        byte @Nullable [] key,
        byte @Nullable [] value,
        long omittedBytes,
        Headers headers) {

    /** Kafka's own limit. */
    private static final int LONGEST_TOPIC = 249;

    /** Where an event came from; {@code origin} is where it was first published, before any republication. */
    public record Source(String topic, LogPosition position, long timestamp, LogPosition origin) {

        /** Whether the event had been republished before it was rejected. */
        public boolean isReplay() {
            return !origin.equals(position);
        }
    }

    /** An event, by where it was first published: all its dead letters are one, which counts as it was rejected last. */
    public record Event(String topic, LogPosition origin) {}

    /** The event that was rejected; a dead letter that doesn't say where it came from is one of its own. */
    public Event event() {
        return source == null ? new Event(Kind.UNKNOWN, id) : new Event(source.topic(), source.origin());
    }

    /** What dead letters with the same cause have in common; the reason is in its general form. */
    public record Kind(String topic, String reason) {

        public static final String UNKNOWN = "unknown";

        /** Replaces what is specific to one event. */
        static final String DETAIL = "…";

        /**
         * The parts of reasons that are specific to one event: numbers and quoted text, in which a backslash precedes a
         * quotation mark of the text itself. The quote may be cut off at the end.
         */
        private static final Pattern SPECIFIC =
                Pattern.compile("\"[^\"\\\\]*+(?:\\\\[\\s\\S][^\"\\\\]*+)*+(?:\"|\\\\?$)|(?<![\\w-])\\d+(?![\\w-])");

        public static Kind of(DeadLetter letter) {
            return new Kind(letter.source() == null ? UNKNOWN : letter.source().topic(), general(letter.reason()));
        }

        /** The general form of a reason: “…” replaces what is specific to one event. */
        static String general(String reason) {
            return SPECIFIC.matcher(reason).replaceAll(DETAIL);
        }
    }

    /** Selects dead letters, rejected at {@code since} or later and before {@code until}; null selects any. */
    public record Filter(
            @Nullable String topic,
            @Nullable String key,
            @Nullable Instant since,
            @Nullable Instant until,
            @Nullable String reason) {

        boolean matches(DeadLetter letter) {
            return (topic == null || topic.equals(Kind.of(letter).topic()))
                    && (key == null
                            || (letter.key != null && key.equals(new String(letter.key, StandardCharsets.UTF_8))))
                    && (since == null || !letter.time.isBefore(since))
                    && (until == null || letter.time.isBefore(until))
                    && (reason == null
                            || letter.reason.contains(reason)
                            || (reason.contains(Kind.DETAIL)
                                    && Kind.general(letter.reason).contains(reason)));
        }
    }

    /** The dead letter in a record. */
    public static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        return new DeadLetter(
                new LogPosition(record.partition(), record.offset()),
                Instant.ofEpochMilli(record.timestamp()),
                Objects.requireNonNullElse(
                        DeadLetterHeaders.text(headers, DeadLetterHeaders.REASON), "the record gives no reason"),
                DeadLetterHeaders.number(headers, DeadLetterHeaders.ATTEMPTS, 1),
                source(record),
                record.key(),
                record.value(),
                DeadLetterHeaders.number(headers, DeadLetterHeaders.OMITTED_BYTES, 0),
                withoutOurs(headers));
    }

    private static @Nullable Source source(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        String topic = DeadLetterHeaders.text(headers, DeadLetterHeaders.TOPIC);
        LogPosition position = LogPosition.parse(DeadLetterHeaders.text(headers, DeadLetterHeaders.PARTITION) + "-"
                        + DeadLetterHeaders.text(headers, DeadLetterHeaders.OFFSET))
                .orElse(null);
        if (topic == null || topic.length() > LONGEST_TOPIC || position == null) {
            return null;
        }
        return new Source(
                topic,
                position,
                DeadLetterHeaders.number(headers, DeadLetterHeaders.TIMESTAMP, record.timestamp()),
                origin(headers, position));
    }

    /** Where the event at a position was first published. */
    static LogPosition origin(Headers headers, LogPosition position) {
        String text = DeadLetterHeaders.text(headers, DeadLetterHeaders.ORIGIN);
        return text == null ? position : LogPosition.parse(text).orElse(position);
    }

    static Headers withoutOurs(Headers headers) {
        Headers own = new RecordHeaders();
        headers.forEach(header -> {
            if (!header.key().startsWith(DeadLetterHeaders.PREFIX)) {
                own.add(header);
            }
        });
        return own;
    }

    /** As JSON, without the value, which may be megabytes large, and without the headers. */
    public Map<String, @Nullable Object> listed() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id.toString());
        json.put("time", time);
        if (source != null) {
            json.put("topic", source.topic());
            json.put("partition", source.position().partition());
            json.put("offset", source.position().offset());
            json.put("publishedAt", Instant.ofEpochMilli(source.timestamp()));
            json.put("origin", source.isReplay() ? source.origin().toString() : null);
        }
        put(json, "key", key);
        json.put("attempts", attempts);
        json.put("reason", reason);
        json.put("omittedBytes", omittedBytes > 0 ? omittedBytes : null);
        json.put("bytes", value == null ? null : value.length);
        return json;
    }

    /** As JSON, with the value decoded by its writer's schema, or {@code undecodable}, which says why it isn't. */
    public Map<String, @Nullable Object> decoded(SchemaRegistry registry) {
        Map<String, @Nullable Object> json = listed();
        String undecodable = decode(registry, json);
        if (undecodable != null) {
            json.put("undecodable", undecodable);
            json.put("valueBase64", value);
        }
        List<Map<String, @Nullable Object>> shown = new ArrayList<>(); // Several may have the same name.
        headers.forEach(header -> {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("name", header.key());
            put(one, "value", header.value());
            shown.add(one);
        });
        json.put("headers", shown);
        return json;
    }

    /** Adds the decoded value; returns why there is none, as text, otherwise null. */
    private @Nullable String decode(SchemaRegistry registry, Map<String, @Nullable Object> json) {
        if (value == null) {
            return omittedBytes > 0
                    ? "its " + omittedBytes + " bytes were too large to be kept; they are still at the source"
                    : "there is none: the event deletes its key";
        }
        if (source == null) {
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
            Schema schema = registry.schema(source.topic(), contentId);
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
