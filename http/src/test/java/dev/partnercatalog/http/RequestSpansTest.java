package dev.partnercatalog.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is recorded about a request, and in which trace. */
class RequestSpansTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String GOOD = "traceparent: 00-" + TRACE + "-" + PARENT + "-01\r\n";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();
    private final Listener listener = Listener.bind("127.0.0.1", 0).traced(new RequestSpans(provider.get("test")));
    private final HttpServer server = HttpServer.start(
            listener,
            HttpLimits.DEFAULT,
            Map.of(),
            new ErrorBody(),
            new Routes()
                    .before(context -> context.header("X-Before", "yes"))
                    .get("/companies/{id}/things", context -> context.result("{}"))
                    .get("/fault", context -> {
                        throw new IllegalStateException("a fault");
                    }));

    @AfterEach
    void close() {
        server.close();
        provider.close();
    }

    @Test
    void a_request_is_a_span_under_its_callers_without_ids_or_queries() throws IOException {
        send("GET /companies/acme/things?token=hunter2 HTTP/1.1", GOOD + "X-Request-Id: r-1\r\n");

        SpanData span = one();
        assertThat(span.getName()).isEqualTo("GET /companies/{id}/things");
        assertThat(span.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo(PARENT);
        assertThat(attributes(span))
                .isEqualTo(Map.of(
                        "http.request.method", "GET",
                        "http.route", "/companies/{id}/things",
                        "http.response.status_code", 200L,
                        "catalog.request_id", "r-1"));
        assertThat(span.toString()).doesNotContain("acme", "hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "traceparent: \r\n",
                "traceparent: 00-" + TRACE + "-" + PARENT + "\r\n",
                "traceparent: 00-00000000000000000000000000000000-" + PARENT + "-01\r\n",
                "traceparent: 00-" + TRACE + "-0000000000000000-01\r\n",
                "traceparent: ff-" + TRACE + "-" + PARENT + "-01\r\n",
                "traceparent: 00-" + TRACE + "-" + PARENT + "-0g\r\n",
                "traceparent: 00-" + TRACE + "-" + PARENT + "-01-more\r\n",
                GOOD + GOOD
            })
    void without_a_well_formed_traceparent_a_new_trace_begins(String header) throws IOException {
        RawClient.Response response = send("GET /companies/1/things HTTP/1.1", header);

        assertThat(response.status()).isEqualTo(200);
        SpanData span = one();
        assertThat(span.getParentSpanContext().isValid()).isFalse();
        assertThat(span.getTraceId()).isNotEqualTo(TRACE);
    }

    @Test
    void requests_that_the_caller_does_not_record_are_not_recorded() throws IOException {
        send("GET /companies/1/things HTTP/1.1", GOOD.replace("-01", "-00"));
        send("GET /companies/1/things HTTP/1.1", GOOD);
        assertThat(one().getParentSpanId()).isEqualTo(PARENT);
    }

    @Test
    void data_that_other_systems_add_to_a_trace_is_not_kept() throws IOException {
        send("GET /companies/1/things HTTP/1.1", GOOD + "tracestate: vendor=secret\r\n");
        assertThat(one().getSpanContext().getTraceState().isEmpty()).isTrue();
    }

    @Test
    void a_path_that_does_not_exist_names_no_span() throws IOException {
        send("GET /companies/acme HTTP/1.1", GOOD);
        SpanData span = one();
        assertThat(span.getName()).isEqualTo("GET");
        assertThat(attributes(span)).containsEntry("http.response.status_code", 404L);
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(span.toString()).doesNotContain("acme");
    }

    @Test
    void a_method_that_does_not_exist_names_no_span() throws IOException {
        send("BREW /companies/1/things HTTP/1.1", GOOD);
        SpanData span = one();
        assertThat(span.getName()).isEqualTo("HTTP");
        assertThat(attributes(span)).containsEntry("http.request.method", "_OTHER");
    }

    @Test
    void an_internal_error_is_an_error_of_the_span() throws IOException {
        send("GET /fault HTTP/1.1", GOOD);
        SpanData span = one();
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(attributes(span)).containsEntry("error.type", "500").containsEntry("http.route", "/fault");
    }

    private RawClient.Response send(String requestLine, String headers) throws IOException {
        return RawClient.send(
                listener.address(), requestLine + "\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
    }

    /** The response is read before its end is recorded. */
    private SpanData one() {
        return await().until(spans::getFinishedSpanItems, all -> all.size() == 1)
                .get(0);
    }

    private static Map<String, Object> attributes(SpanData span) {
        return span.getAttributes().asMap().entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().getKey(), Map.Entry::getValue));
    }
}
