package dev.partnercatalog.webhook.state;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a cause at the end of a value: nothing if it is unknown; otherwise the event's time, {@link #NO_TIME} for
 * none, and then the trace, if there is one.
 */
final class CauseFormat {

    private static final long NO_TIME = Long.MIN_VALUE;

    private CauseFormat() {}

    static byte[] encode(Cause cause) {
        Long eventTime = cause.eventTime();
        TraceParent trace = cause.trace();
        if (eventTime == null && trace == null) {
            return new byte[0];
        }
        byte[] text = trace == null ? new byte[0] : trace.text().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(Long.BYTES + text.length)
                .putLong(eventTime == null ? NO_TIME : eventTime)
                .put(text)
                .array();
    }

    static Cause decode(ByteBuffer rest) {
        if (!rest.hasRemaining()) {
            return Cause.UNKNOWN;
        }
        long eventTime = rest.getLong();
        return new Cause(eventTime == NO_TIME ? null : eventTime, trace(rest));
    }

    private static @Nullable TraceParent trace(ByteBuffer rest) {
        byte[] text = new byte[rest.remaining()];
        rest.get(text);
        return TraceParent.read(text);
    }
}
