package dev.partnercatalog.runtime.quarantine;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;

/** The headers that a dead letter carries beside the event's own; each is text in UTF-8. */
public final class DeadLetterHeaders {

    /** What ours begin with; an event's own header of that kind is replaced. */
    public static final String PREFIX = "dead-letter-";

    /** Why it was rejected, in words for the team that published it. */
    public static final String REASON = PREFIX + "reason";

    /** The topic it came from. */
    public static final String TOPIC = PREFIX + "topic";

    /** The partition of that topic, in decimal. */
    public static final String PARTITION = PREFIX + "partition";

    /** The offset in that partition, in decimal. */
    public static final String OFFSET = PREFIX + "offset";

    /** The event's timestamp in that topic, in milliseconds since 1970; the dead letter's own is when it was rejected. */
    public static final String TIMESTAMP = PREFIX + "timestamp";

    /** Only where the value was too large to be kept: how many bytes it has. */
    public static final String OMITTED_BYTES = PREFIX + "omitted-bytes";

    /**
     * Only on an event that was published again, and on the dead letter that it became once more: where it was first
     * published, as {@code partition-offset}, which is what orders it among the events of its key.
     */
    public static final String ORIGIN = PREFIX + "origin";

    private DeadLetterHeaders() {}

    /** Sets a header, in place of one of that name. */
    public static void put(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
