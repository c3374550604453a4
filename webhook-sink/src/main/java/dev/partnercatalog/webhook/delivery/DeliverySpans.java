package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.message.Message;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The spans of attempts, one a POST, described as OpenTelemetry's conventions for HTTP clients have it. The parent is the
 * message's trace, and links lead to what caused the changes in it. Of the URL only host and port are told, since partners put
 * secrets into the rest. Thread-safe.
 */
final class DeliverySpans {

    private static final String NAME = "catalog deliver";
    private static final int MOST_LINKS = 32;

    /** Messages whose attempts are counted at once: as many as fail lately, not all. */
    private static final int MOST_COUNTED = 4_096;

    private final Tracer tracer;
    private final Map<String, Integer> attempts = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MOST_COUNTED;
        }
    };

    DeliverySpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Begins the span of an attempt; null if it isn't to be recorded. */
    @Nullable
    Span begin(String partnerId, Message message, HttpUrl url) {
        SpanBuilder builder = tracer.spanBuilder(NAME)
                .setParent(TraceParent.parent(message.trace()))
                .setSpanKind(SpanKind.CLIENT);
        message.causes().stream().limit(MOST_LINKS).map(TraceParent::span).forEach(builder::addLink);
        Span span = builder.startSpan();
        int before = attemptsBefore(message.id());
        if (!span.isRecording()) {
            return null;
        }
        span.setAttribute("http.request.method", "POST");
        span.setAttribute("server.address", url.host());
        span.setAttribute("server.port", url.port());
        span.setAttribute("catalog.partner_id", partnerId);
        span.setAttribute("catalog.webhook_id", message.id());
        span.setAttribute("catalog.records", message.contents().records());
        if (before > 0) {
            span.setAttribute("http.request.resend_count", before);
        }
        return span;
    }

    /** How many attempts at the message there were before this one in this process, as far as they are remembered. */
    private int attemptsBefore(String messageId) {
        synchronized (attempts) {
            return attempts.merge(messageId, 1, Integer::sum) - 1;
        }
    }

    void end(Span span, Message message, Outcome outcome) {
        if (outcome.status() != 0) {
            span.setAttribute("http.response.status_code", outcome.status());
        }
        if (outcome.result() == Outcome.Result.ACCEPTED) {
            synchronized (attempts) {
                attempts.remove(message.id());
            }
        } else {
            span.setAttribute(
                    "error.type",
                    outcome.status() == 0
                            ? outcome.result().name().toLowerCase(Locale.ROOT)
                            : String.valueOf(outcome.status()));
            span.setStatus(StatusCode.ERROR, outcome.reason());
        }
        span.end();
    }

    /** Adds the span's ids to a line of the log, if it is recorded. */
    static LoggingEventBuilder identify(LoggingEventBuilder line, @Nullable Span span) {
        if (span == null) {
            return line;
        }
        SpanContext ids = span.getSpanContext();
        return line.addKeyValue("trace_id", ids.getTraceId()).addKeyValue("span_id", ids.getSpanId());
    }
}
