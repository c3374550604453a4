package dev.partnercatalog.runtime.quarantine;

import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.jspecify.annotations.Nullable;

/** Creates a dead letter from the record that a stream thread is processing. */
final class NewDeadLetter {

    /** Room for the record's format and our own headers. */
    private static final int RESERVED = 64 << 10;

    private static final int LARGEST = TopicSettings.MAX_RECORD_BYTES - RESERVED;
    private static final int LARGEST_KEY = 32 << 10;

    /** What a header takes in addition to its name and value: their lengths. */
    private static final int HEADER = 10;

    private static final int LONGEST_REASON = 1_000;

    private NewDeadLetter() {}

    /** A reason cut to what a log line and a header can hold; it may quote the record. */
    static String shortened(String text) {
        String reason = PrintableText.of(text);
        return reason.codePointCount(0, reason.length()) <= LONGEST_REASON
                ? reason
                : reason.substring(0, reason.offsetByCodePoints(0, LONGEST_REASON)) + "…";
    }

    /**
     * The original record, with its position and what is wrong with it. A value too large for our topics is left out,
     * and its size is noted: compression lets records through that are larger than their topic allows. The record
     * itself is still in its topic.
     */
    static ProducerRecord<byte[], byte[]> of(String topic, ErrorHandlerContext source, String reason) {
        byte[] key = source.sourceRawKey();
        byte[] value = source.sourceRawValue();
        boolean fits = size(source) <= LARGEST;
        Headers headers = fits ? new RecordHeaders(source.headers()) : new RecordHeaders();
        headers.remove(DeadLetterHeaders.OMITTED_BYTES);
        if (!fits) {
            DeadLetterHeaders.put(headers, DeadLetterHeaders.OMITTED_BYTES, Integer.toString(length(value)));
        }
        if (headers.lastHeader(DeadLetterHeaders.ORIGIN) != null) {
            long before = DeadLetterHeaders.number(headers, DeadLetterHeaders.ATTEMPTS, 1);
            DeadLetterHeaders.put(headers, DeadLetterHeaders.ATTEMPTS, Long.toString(before + 1));
        }
        DeadLetterHeaders.put(headers, DeadLetterHeaders.REASON, reason);
        DeadLetterHeaders.put(headers, DeadLetterHeaders.TOPIC, source.topic());
        DeadLetterHeaders.put(headers, DeadLetterHeaders.PARTITION, Integer.toString(source.partition()));
        DeadLetterHeaders.put(headers, DeadLetterHeaders.OFFSET, Long.toString(source.offset()));
        DeadLetterHeaders.put(headers, DeadLetterHeaders.TIMESTAMP, Long.toString(source.timestamp()));
        byte[] keptKey = fits || length(key) <= LARGEST_KEY ? key : null;
        return new ProducerRecord<>(
                topic, null, System.currentTimeMillis(), keptKey, fits ? value : null, headers);
    }

    private static long size(ErrorHandlerContext source) {
        long size = (long) length(source.sourceRawKey()) + length(source.sourceRawValue());
        for (Header header : source.headers()) {
            size += HEADER + header.key().getBytes(StandardCharsets.UTF_8).length + length(header.value());
        }
        return size;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
