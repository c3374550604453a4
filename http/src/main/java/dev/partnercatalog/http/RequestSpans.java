package dev.partnercatalog.http;

import io.javalin.http.Handler;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Records the requests of one address as server spans, named and described according to OpenTelemetry's HTTP
 * conventions. A span's parent is the one in the caller's {@code traceparent}, if that is well-formed. Thread-safe.
 *
 * <p>A span contains the method, the path's pattern, the status and the request's id, and nothing else that the caller
 * sent: no path, query, header or address.
 */
public final class RequestSpans {

    private static final Logger LOG = LoggerFactory.getLogger(RequestSpans.class);
    private static final String ATTRIBUTE = RequestSpans.class.getName();
    private static final String TRACE_PARENT = "traceparent";

    /** Callers may send any other method, in any number. */
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT");

    private static final String OTHER_METHOD = "_OTHER";

    /** Only {@code traceparent}: the callers' data for other vendors' systems is not passed on. */
    private static final TextMapGetter<Request> HEADERS = RequestSpans::header;

    private final Tracer tracer;

    /** Records with {@code tracer}, which decides what to sample. */
    public RequestSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Records a request from now until the last byte of its response. */
    void begin(Request request, Response response) {
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : OTHER_METHOD;
        Span span = tracer.spanBuilder(method.equals(OTHER_METHOD) ? "HTTP" : method)
                .setParent(W3CTraceContextPropagator.getInstance().extract(Context.root(), request, HEADERS))
                .setSpanKind(SpanKind.SERVER)
                .startSpan();
        if (!span.isRecording()) {
            return;
        }
        span.setAttribute("http.request.method", method);
        span.setAttribute("catalog.request_id", CommonHeaders.requestId(request));
        request.setAttribute(ATTRIBUTE, span);
        Request.addCompletionListener(request, failure -> end(span, request, response.getStatus(), failure));
    }

    private static void end(Span span, Request request, int status, @Nullable Throwable failure) {
        span.setAttribute("http.response.status_code", status);
        if (failure != null) {
            span.setAttribute("error.type", failure.getClass().getName());
            span.setStatus(StatusCode.ERROR);
        } else if (status >= 500) {
            span.setAttribute("error.type", String.valueOf(status));
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
        identify(LOG.atDebug(), span)
                .log("request {} was answered with status {}", CommonHeaders.requestId(request), status);
    }

    private static @Nullable String header(@Nullable Request request, String name) {
        if (request == null || !name.equals(TRACE_PARENT)) {
            return null;
        }
        List<String> values = request.getHeaders().getValuesList(TRACE_PARENT);
        return values.size() == 1 ? values.get(0) : null;
    }

    /** The handler for a path's pattern; it names the spans of its requests. */
    Handler naming(String pattern, Handler handler) {
        return context -> {
            if (context.req().getAttribute(ATTRIBUTE) instanceof Span span) {
                span.updateName(context.req().getMethod() + " " + pattern);
                span.setAttribute("http.route", pattern);
            }
            handler.handle(context);
        };
    }

    /** Adds the ids of the request's span to a log line, if the span is recorded. */
    static LoggingEventBuilder identify(LoggingEventBuilder line, HttpServletRequest request) {
        return identify(line, request.getAttribute(ATTRIBUTE));
    }

    /** The same for the other type of request. */
    static LoggingEventBuilder identify(LoggingEventBuilder line, Request request) {
        return identify(line, request.getAttribute(ATTRIBUTE));
    }

    private static LoggingEventBuilder identify(LoggingEventBuilder line, @Nullable Object attribute) {
        if (attribute instanceof Span span) {
            SpanContext ids = span.getSpanContext();
            return line.addKeyValue("trace_id", ids.getTraceId()).addKeyValue("span_id", ids.getSpanId());
        }
        return line;
    }
}
