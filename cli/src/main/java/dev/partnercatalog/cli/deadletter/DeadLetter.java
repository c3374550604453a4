package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
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

    /**
     * Where an event came from.
     *
     * @param timestamp in milliseconds since 1970
     * @param origin where it was first published: {@code position}, unless it was republished since
     */
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

    /**
     * Selects dead letters; null selects any.
     *
     * @param since rejected at this time or later
     * @param until rejected before this time
     * @param reason part of the reason, or, if it has a “…”, of its general form
     */
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

    /** The headers of the event itself. */
    static Headers withoutOurs(Headers headers) {
        Headers own = new RecordHeaders();
        headers.forEach(header -> {
            if (!header.key().startsWith(DeadLetterHeaders.PREFIX)) {
                own.add(header);
            }
        });
        return own;
    }
}
