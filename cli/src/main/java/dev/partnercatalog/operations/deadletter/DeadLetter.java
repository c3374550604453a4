package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An event that was rejected, read from a record with the {@link DeadLetterHeaders}: upstream may send anything under
 * these names.
 *
 * @param id its position in the topic of dead letters
 * @param time when it was rejected
 * @param reason why it was rejected, for the team that published it
 * @param source where it came from; null if the record doesn't say, so that it wasn't written by our applications
 * @param key the key as it was received
 * @param value the value as it was received: null if the event was a deletion, or was too large to be kept
 * @param omittedBytes size of a value that was too large to be kept, otherwise 0
 * @param headers headers of the event itself
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record DeadLetter(
        LogPosition id,
        Instant time,
        String reason,
        @Nullable Source source,
        byte @Nullable [] key,
        byte @Nullable [] value,
        long omittedBytes,
        Headers headers) {

    private static final int LONGEST_REASON = 4_000;

    /** The longest name of a Kafka topic. */
    private static final int LONGEST_TOPIC = 249;

    /**
     * The source of an event.
     *
     * @param topic full name of the topic
     * @param timestamp timestamp of the event there, in milliseconds since 1970
     * @param origin where it was first published: {@code position}, unless it was republished since
     */
    public record Source(String topic, LogPosition position, long timestamp, LogPosition origin) {

        /** Whether the event had been republished before it was rejected. */
        public boolean isReplay() {
            return !origin.equals(position);
        }
    }

    static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        return new DeadLetter(
                new LogPosition(record.partition(), record.offset()),
                Instant.ofEpochMilli(record.timestamp()),
                reason(headers),
                source(record),
                record.key(),
                record.value(),
                number(headers, DeadLetterHeaders.OMITTED_BYTES, 0),
                withoutOurs(headers));
    }

    /** The reason, cut if it isn't from our applications, whose reasons are shorter. */
    private static String reason(Headers headers) {
        String reason =
                Objects.requireNonNullElse(text(headers, DeadLetterHeaders.REASON), "the record gives no reason");
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
    }

    private static @Nullable Source source(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        String topic = text(headers, DeadLetterHeaders.TOPIC);
        LogPosition position = LogPosition.parse(
                        text(headers, DeadLetterHeaders.PARTITION) + "-" + text(headers, DeadLetterHeaders.OFFSET))
                .orElse(null);
        if (topic == null || topic.length() > LONGEST_TOPIC || position == null) {
            return null;
        }
        LogPosition origin = origin(headers);
        return new Source(
                topic,
                position,
                number(headers, DeadLetterHeaders.TIMESTAMP, record.timestamp()),
                origin == null ? position : origin);
    }

    private static long number(Headers headers, String name, long otherwise) {
        String text = text(headers, name);
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : otherwise;
    }

    /** The text of the last header with this name; null if there is none. */
    private static @Nullable String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Where an event was first published, null if that is its current position. */
    static @Nullable LogPosition origin(Headers headers) {
        String text = text(headers, DeadLetterHeaders.ORIGIN);
        return text == null ? null : LogPosition.parse(text).orElse(null);
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
