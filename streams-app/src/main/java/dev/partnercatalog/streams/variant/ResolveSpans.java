package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The spans of resolved changes: each lasts from when its event was read, by any instance, until the last resulting
 * entry was sent. Its parent is the span in the event's {@code traceparent}. It ends before the commit, so an event
 * whose transaction is aborted gets another span. Thread-safe.
 */
public final class ResolveSpans {

    static final String ENTRIES = "catalog.entries";

    private static final String NAME = "catalog resolve";

    private final Tracer tracer;

    private ResolveSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Null if there is no tracer. */
    public static @Nullable ResolveSpans by(@Nullable Tracer tracer) {
        return tracer == null ? null : new ResolveSpans(tracer);
    }

    /** Starts the span of a change; null if it isn't to be recorded. */
    @Nullable
    Span begin(Record<String, LayerUpdate> change) {
        Span span = tracer.spanBuilder(NAME)
                .setParent(TraceParent.parent(Cause.of(change.headers()).trace()))
                .setSpanKind(SpanKind.CONSUMER)
                .setStartTimestamp(change.timestamp(), TimeUnit.MILLISECONDS)
                .startSpan();
        if (!span.isRecording()) {
            return null;
        }
        LayerUpdate update = change.value();
        span.setAttribute("messaging.system", "kafka");
        span.setAttribute("messaging.operation.name", "resolve");
        span.setAttribute("messaging.operation.type", "process");
        span.setAttribute("catalog.barcode", change.key());
        span.setAttribute("catalog.layer", update.getKind().name().toLowerCase(Locale.ROOT));
        if (update.getCompanyId() != null) {
            span.setAttribute("catalog.company_id", update.getCompanyId());
        }
        if (update.getLocationId() != null) {
            span.setAttribute("catalog.location_id", update.getLocationId());
        }
        if (update.getOffset() >= 0) {
            span.setAttribute("messaging.destination.partition.id", String.valueOf(update.getPartition()));
            span.setAttribute("messaging.kafka.offset", update.getOffset());
        }
        return span;
    }

    static void fail(Span span, RuntimeException fault) {
        span.setAttribute("error.type", fault.getClass().getName());
        span.setStatus(StatusCode.ERROR);
    }
}
