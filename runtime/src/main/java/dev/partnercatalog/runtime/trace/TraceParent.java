package dev.partnercatalog.runtime.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code traceparent} of W3C Trace Context, version 00: {@code 00-<32 hex digits>-<16 hex digits>-<2 hex digits>}. It
 * is handed on as it came, as the standard asks of a service that reports no span, unless a span of ours is recorded: then
 * that one's goes on.
 */
public record TraceParent(String text) {

    /** Of Kafka records and of webhooks. */
    public static final String HEADER = "traceparent";

    /** Of every one; longer ones are of versions to come. */
    static final int LENGTH = 55;

    private static final Pattern FORM = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final int TRACE_ID = 3;
    private static final int PARENT_ID = TRACE_ID + 33;
    private static final int FLAGS = PARENT_ID + 17;
    private static final int SAMPLED = 1;

    /** Throws {@link IllegalArgumentException} where the text is out of form. */
    public TraceParent {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("a traceparent is out of form");
        }
    }

    /** What a header holds; null where there is none or it is out of form, which is nobody's fault to stop for. */
    public static @Nullable TraceParent read(byte @Nullable [] header) {
        if (header == null || header.length != LENGTH) {
            return null;
        }
        String text = new String(header, StandardCharsets.ISO_8859_1);
        return FORM.matcher(text).matches() ? new TraceParent(text) : null;
    }

    /**
     * One that always comes of the same bytes.
     *
     * @param digest 24 bytes or more, as good as random
     */
    public static TraceParent of(byte[] digest, boolean sampled) {
        ByteBuffer bytes = ByteBuffer.wrap(digest);
        // Neither id may be zero.
        long high = bytes.getLong() | 1;
        long low = bytes.getLong();
        long parent = bytes.getLong() | 1;
        HexFormat hex = HexFormat.of();
        return new TraceParent("00-" + hex.toHexDigits(high) + hex.toHexDigits(low) + "-" + hex.toHexDigits(parent)
                + (sampled ? "-01" : "-00"));
    }

    /** What names a span that is recorded. */
    public static TraceParent of(Span span) {
        SpanContext ids = span.getSpanContext();
        return new TraceParent("00-" + ids.getTraceId() + "-" + ids.getSpanId() + "-"
                + ids.getTraceFlags().asHex());
    }

    /** The span that it names, for a link from another. */
    public SpanContext span() {
        return SpanContext.createFromRemoteParent(
                traceId(),
                text.substring(PARENT_ID, FLAGS - 1),
                TraceFlags.fromHex(text, FLAGS),
                TraceState.getDefault());
    }

    /** For a span whose parent is the one that it names, or that has none. */
    public static Context parent(@Nullable TraceParent trace) {
        return trace == null ? Context.root() : Context.root().with(Span.wrap(trace.span()));
    }

    /** 32 hexadecimal digits: what logs and tracing systems find a trace by. */
    public String traceId() {
        return text.substring(TRACE_ID, PARENT_ID - 1);
    }

    /** Whether its producer recorded it. */
    public boolean isSampled() {
        return (HexFormat.fromHexDigits(text, FLAGS, LENGTH) & SAMPLED) != 0;
    }

    /** For the end of a log's line: a comma and the trace's id, or nothing where there is no trace. */
    public static String inLog(@Nullable TraceParent trace) {
        return trace == null ? "" : ", trace " + trace.traceId();
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return text;
    }
}
