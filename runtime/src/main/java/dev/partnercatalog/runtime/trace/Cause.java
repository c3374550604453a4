package dev.partnercatalog.runtime.trace;

import io.opentelemetry.api.trace.Span;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The event that caused a change, as far as it is known. It is passed on in the headers of the records that result from
 * it.
 *
 * @param eventTime when it was published, in milliseconds since 1970
 * @param trace the trace it belongs to; null if its producer gave none and we record none: a trace that only we knew
 *     would help nobody
 */
public record Cause(@Nullable Long eventTime, @Nullable TraceParent trace) {

    /** Nothing is known. */
    public static final Cause UNKNOWN = new Cause(null, null);

    /** {@link #eventTime()} in 8 bytes, the most significant first. */
    static final String EVENT_TIME = "event-time";

    /**
     * If an event was published longer ago than this when it is read, its timestamp means something else: the time of a
     * copy, or of the product.
     */
    private static final Duration PUBLISHED = Duration.ofDays(1);

    /** The cause for an event that upstream published. */
    public static Cause ofEvent(Headers headers, long timestamp, long now) {
        boolean known = timestamp > now - PUBLISHED.toMillis();
        return new Cause(known ? Math.min(timestamp, now) : null, trace(headers));
    }

    /** The cause in the headers of one of our own records. */
    public static Cause of(Headers headers) {
        byte[] time = value(headers, EVENT_TIME);
        return new Cause(
                time == null || time.length != Long.BYTES
                        ? null
                        : ByteBuffer.wrap(time).getLong(),
                trace(headers));
    }

    /** The same event, with its trace continued from one of our spans. */
    public Cause within(Span span) {
        return new Cause(eventTime, TraceParent.of(span));
    }

    /** The headers for a record that results from it. */
    public Headers headers() {
        Headers headers = new RecordHeaders();
        if (eventTime != null) {
            headers.add(
                    EVENT_TIME,
                    ByteBuffer.allocate(Long.BYTES).putLong(eventTime).array());
        }
        if (trace != null) {
            headers.add(TraceParent.HEADER, trace.bytes());
        }
        return headers;
    }

    /**
     * Combines this cause with that of a later change, if this one hasn't been passed on yet: the earlier time, the
     * later trace.
     */
    public Cause followedBy(Cause later) {
        return new Cause(earlier(eventTime, later.eventTime), later.trace == null ? trace : later.trace);
    }

    private static @Nullable Long earlier(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.min(one, other);
    }

    /** For the end of a log line: a comma and the trace's id, or nothing if there is none. */
    public String inLog() {
        return TraceParent.inLog(trace);
    }

    private static @Nullable TraceParent trace(Headers headers) {
        return TraceParent.read(value(headers, TraceParent.HEADER));
    }

    private static byte @Nullable [] value(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null ? null : header.value();
    }
}
