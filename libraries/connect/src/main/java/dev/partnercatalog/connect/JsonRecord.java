package dev.partnercatalog.connect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record that is no event of the catalog, with its key and value as JSON: the converters that events need take nothing
 * but text and bytes.
 */
final class JsonRecord {

    /** As in Connect's own dead-letter queue, which only connectors that read from Kafka have. */
    static final String REASON = "__connect.errors.exception.message";

    private static final String SOURCE = "__connect.errors.topic";

    private JsonRecord() {}

    /** A row that doesn't fit, for the topic of such rows. */
    static <R extends ConnectRecord<R>> R rejected(R row, String topic, String reason) {
        Headers headers =
                row.headers().duplicate().addString(SOURCE, row.topic()).addString(REASON, reason);
        return of(row, topic, headers);
    }

    /** A record of a topic that holds no rows, such as a heartbeat; one of text and bytes stays as it is. */
    static <R extends ConnectRecord<R>> R of(R other) {
        return isTextOrBytes(other.key()) && isTextOrBytes(other.value())
                ? other
                : of(other, other.topic(), other.headers());
    }

    private static boolean isTextOrBytes(@Nullable Object value) {
        return value == null || value instanceof String || value instanceof byte[] || value instanceof ByteBuffer;
    }

    private static <R extends ConnectRecord<R>> R of(R record, String topic, Headers headers) {
        String value = json(record.value());
        return record.newRecord(
                topic,
                null,
                Schema.OPTIONAL_STRING_SCHEMA,
                json(record.key()),
                Schema.OPTIONAL_BYTES_SCHEMA,
                value == null ? null : value.getBytes(StandardCharsets.UTF_8),
                record.timestamp(),
                headers);
    }

    private static @Nullable String json(@Nullable Object value) {
        return value == null ? null : ConnectValues.json(value).toString();
    }
}
