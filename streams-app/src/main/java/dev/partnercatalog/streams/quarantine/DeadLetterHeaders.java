package dev.partnercatalog.streams.quarantine;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The headers that a dead letter carries in addition to the event's own; each is UTF-8 text. */
public final class DeadLetterHeaders {

    /** The prefix of our headers; an event's own headers with this prefix are replaced. */
    public static final String PREFIX = "dead-letter-";

    /** Why it was rejected, in words for the team that published it. */
    public static final String REASON = PREFIX + "reason";

    /** The topic it came from. */
    public static final String TOPIC = PREFIX + "topic";

    /** The partition of that topic, in decimal. */
    public static final String PARTITION = PREFIX + "partition";

    /** The offset in that partition, in decimal. */
    public static final String OFFSET = PREFIX + "offset";

    /** The event's timestamp there, in milliseconds since 1970; the dead letter's own is the time of rejection. */
    public static final String TIMESTAMP = PREFIX + "timestamp";

    /** Only if the value was too large to keep: its size in bytes. */
    public static final String OMITTED_BYTES = PREFIX + "omitted-bytes";

    /**
     * Only on an event that was published again, and on the dead letter it became once more: where it was first published,
     * as {@code partition-offset}, which determines its order among the events of its key.
     */
    public static final String ORIGIN = PREFIX + "origin";

    /** Only where {@link #ORIGIN} is: how often the event was rejected, in decimal. */
    public static final String ATTEMPTS = PREFIX + "attempts";

    private DeadLetterHeaders() {}

    /** The text of the last header with this name; null if there is none. */
    public static @Nullable String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** The number in a header; {@code otherwise} if there is none. */
    public static long number(Headers headers, String name, long otherwise) {
        String text = text(headers, name);
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : otherwise;
    }

    /** Sets a header, replacing any with the same name. */
    public static void put(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
