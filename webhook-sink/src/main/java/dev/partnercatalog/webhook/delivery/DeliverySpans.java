package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.message.Message;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.Locale;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The spans of attempts, one per POST, following OpenTelemetry's conventions for HTTP clients. The parent is the
 * message's trace, and links lead to the causes of its changes. Of the URL only host and port are recorded, because
 * partners put secrets into the rest. Thread-safe.
 */
final class DeliverySpans {

    private static final String NAME = "catalog deliver";
    private static final int MOST_LINKS = 32;

    private final Tracer tracer;

    DeliverySpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Starts the span of an attempt; null if it isn't recorded. */
    @Nullable
    Span begin(String partnerId, Message message, HttpUrl url) {
        SpanBuilder builder = tracer.spanBuilder(NAME)
                .setParent(TraceParent.parent(message.trace()))
                .setSpanKind(SpanKind.CLIENT);
        message.causes().stream().limit(MOST_LINKS).map(TraceParent::span).forEach(builder::addLink);
        Span span = builder.startSpan();
        if (!span.isRecording()) {
            return null;
        }
        span.setAttribute("http.request.method", "POST");
        span.setAttribute("server.address", url.host());
        span.setAttribute("server.port", url.port());
        span.setAttribute("catalog.partner_id", partnerId);
        span.setAttribute("catalog.webhook_id", message.id());
        span.setAttribute("catalog.records", message.contents().records());
        return span;
    }

    static void end(Span span, Outcome outcome) {
        if (outcome.status() != 0) {
            span.setAttribute("http.response.status_code", outcome.status());
        }
        if (outcome.result() != Outcome.Result.ACCEPTED) {
            span.setAttribute(
                    "error.type",
                    outcome.status() == 0
                            ? outcome.result().name().toLowerCase(Locale.ROOT)
                            : String.valueOf(outcome.status()));
            span.setStatus(StatusCode.ERROR, outcome.reason());
        }
        span.end();
    }

    /** Adds the span's ids to a log line, if the span is recorded. */
    static LoggingEventBuilder identify(LoggingEventBuilder line, @Nullable Span span) {
        if (span == null) {
            return line;
        }
        SpanContext ids = span.getSpanContext();
        return line.addKeyValue("trace_id", ids.getTraceId()).addKeyValue("span_id", ids.getSpanId());
    }
}
