package dev.partnercatalog.streams.input;

import dev.partnercatalog.runtime.deadletter.DeadLetterHeaders;
import dev.partnercatalog.runtime.deadletter.PrintableText;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Makes dead letters of events. */
final class DeadLetterRecord {

    /** For what the record's form and our own headers take. */
    private static final int ROOM = 64 << 10;

    private static final int LARGEST = TopicSettings.MAX_RECORD_BYTES - ROOM;
    /** What a header takes besides its name and value: their lengths. */
    private static final int HEADER = 10;

    private static final int LARGEST_KEY = 32 << 10;
    private static final int LONGEST_REASON = 1000;

    private DeadLetterRecord() {}

    /** What a log and a header can carry of a reason, which may quote the event. */
    static String reason(RuntimeException fault) {
        String reason = PrintableText.of(String.valueOf(fault.getMessage()));
        return reason.codePointCount(0, reason.length()) <= LONGEST_REASON
                ? reason
                : reason.substring(0, reason.offsetByCodePoints(0, LONGEST_REASON)) + "…";
    }

    /**
     * The event as it came, with where it lay and what is wrong with it. What no topic of ours takes, since compression
     * lets an event through that is larger than its topic allows, is left out and counted: it still lies at its source.
     */
    static Record<byte[], InputEvent> of(Record<byte[], byte[]> event, RecordMetadata source, String reason) {
        boolean fits = size(event) <= LARGEST;
        Headers headers = fits ? new RecordHeaders(event.headers()) : new RecordHeaders();
        headers.remove(DeadLetterHeaders.OMITTED_BYTES);
        if (!fits) {
            DeadLetterHeaders.put(headers, DeadLetterHeaders.OMITTED_BYTES, Integer.toString(length(event.value())));
        }
        DeadLetterHeaders.put(headers, DeadLetterHeaders.REASON, reason);
        DeadLetterHeaders.put(headers, DeadLetterHeaders.TOPIC, source.topic());
        DeadLetterHeaders.put(headers, DeadLetterHeaders.PARTITION, Integer.toString(source.partition()));
        DeadLetterHeaders.put(headers, DeadLetterHeaders.OFFSET, Long.toString(source.offset()));
        DeadLetterHeaders.put(headers, DeadLetterHeaders.TIMESTAMP, Long.toString(event.timestamp()));
        Record<byte[], InputEvent> letter = event.<InputEvent>withValue(
                        new InputEvent.Rejected(fits ? event.value() : null))
                .withHeaders(headers);
        return fits || length(event.key()) <= LARGEST_KEY ? letter : withoutKey(letter);
    }

    @SuppressWarnings("NullAway") // Kafka's own classes say nothing of null: a dead letter may be without a key
    private static Record<byte[], InputEvent> withoutKey(Record<byte[], InputEvent> letter) {
        return letter.withKey(null);
    }

    private static long size(Record<byte[], byte[]> event) {
        long size = (long) length(event.key()) + length(event.value());
        for (Header header : event.headers()) {
            size += HEADER + header.key().getBytes(StandardCharsets.UTF_8).length + length(header.value());
        }
        return size;
    }

    private static int length(byte[] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
