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
 * The {@code traceparent} of W3C Trace Context, version 00: {@code 00-<32 hex digits>-<16 hex digits>-<2 hex digits>}.
 * It is passed on unchanged, as the standard requires of a service that reports no span, unless one of our spans is
 * recorded: then that span's is passed on.
 */
public record TraceParent(String text) {

    /** The header's name in Kafka records and webhooks. */
    public static final String HEADER = "traceparent";

    /** The length of every traceparent of this version; longer ones belong to future versions. */
    static final int LENGTH = 55;

    private static final Pattern FORM = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final int TRACE_ID = 3;
    private static final int PARENT_ID = TRACE_ID + 33;
    private static final int FLAGS = PARENT_ID + 17;
    private static final int SAMPLED = 1;

    /** Throws {@link IllegalArgumentException} if the text is malformed. */
    public TraceParent {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("the traceparent is malformed");
        }
    }

    /** The header's content; null if it is absent or malformed, which is no reason to stop. */
    public static @Nullable TraceParent read(byte @Nullable [] header) {
        if (header == null || header.length != LENGTH) {
            return null;
        }
        String text = new String(header, StandardCharsets.ISO_8859_1);
        return FORM.matcher(text).matches() ? new TraceParent(text) : null;
    }

    /**
     * A traceparent derived from the given bytes.
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

    /** The traceparent of a recorded span. */
    public static TraceParent of(Span span) {
        SpanContext ids = span.getSpanContext();
        return new TraceParent("00-" + ids.getTraceId() + "-" + ids.getSpanId() + "-"
                + ids.getTraceFlags().asHex());
    }

    /** The span that it identifies, for a link from another span. */
    public SpanContext span() {
        return SpanContext.createFromRemoteParent(
                traceId(),
                text.substring(PARENT_ID, FLAGS - 1),
                TraceFlags.fromHex(text, FLAGS),
                TraceState.getDefault());
    }

    /** A context for a span whose parent is the identified one; without a parent if {@code trace} is null. */
    public static Context parent(@Nullable TraceParent trace) {
        return trace == null ? Context.root() : Context.root().with(Span.wrap(trace.span()));
    }

    /** 32 hexadecimal digits, by which logs and tracing systems find a trace. */
    public String traceId() {
        return text.substring(TRACE_ID, PARENT_ID - 1);
    }

    /** Whether its producer recorded it. */
    public boolean isSampled() {
        return (HexFormat.fromHexDigits(text, FLAGS, LENGTH) & SAMPLED) != 0;
    }

    /** For the end of a log line: a comma and the trace's id, or nothing if there is no trace. */
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
