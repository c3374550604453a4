package dev.partnercatalog.runtime.freshness;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * When the event was published that caused a change. It is passed on in a header of the records that result from it.
 *
 * @param millis since 1970; null if it isn't known
 */
public record PublicationTime(@Nullable Long millis) {

    public static final PublicationTime UNKNOWN = new PublicationTime(null);

    static final String HEADER = "event-time";

    /**
     * If an event was published longer ago than this when it is read, its timestamp means something else: the time of a
     * copy, or of the product.
     */
    private static final Duration PUBLISHED = Duration.ofDays(1);

    /** The time of an event that upstream published. */
    public static PublicationTime ofEvent(long timestamp, long now) {
        return timestamp > now - PUBLISHED.toMillis() ? new PublicationTime(Math.min(timestamp, now)) : UNKNOWN;
    }

    /** The time in the headers of one of our own records. */
    public static PublicationTime of(Headers headers) {
        Header header = headers.lastHeader(HEADER);
        return header == null || header.value() == null ? UNKNOWN : of(header.value());
    }

    /** Reads {@link #bytes}. */
    public static PublicationTime of(byte[] bytes) {
        return bytes.length == Long.BYTES
                ? new PublicationTime(ByteBuffer.wrap(bytes).getLong())
                : UNKNOWN;
    }

    /** 8 bytes, the most significant first; none if it isn't known. */
    public byte[] bytes() {
        return millis == null
                ? new byte[0]
                : ByteBuffer.allocate(Long.BYTES).putLong(millis).array();
    }

    /** The headers for a record that results from it. */
    public Headers headers() {
        Headers headers = new RecordHeaders();
        return millis == null ? headers : headers.add(HEADER, bytes());
    }

    /** The earlier of two times; the known one if only one is. */
    public PublicationTime earlier(PublicationTime other) {
        if (millis == null || other.millis == null) {
            return millis == null ? other : this;
        }
        return millis <= other.millis ? this : other;
    }
}
