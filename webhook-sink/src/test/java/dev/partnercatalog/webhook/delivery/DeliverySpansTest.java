package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.MessageTrace;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What is recorded of an attempt, and what the partner sees of it. {@link HttpDeliveryTest} covers attempts without
 * spans.
 */
class DeliverySpansTest {

    private static final TraceParent ONE = new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");

    private final PartnerServer server = new PartnerServer();
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(Sampler.alwaysOff()))
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();
    private final AwaitedDelivery delivery =
            new AwaitedDelivery.Builder().tracer(provider.get("test")).build();

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
        provider.close();
    }

    @Test
    void an_attempt_is_a_span_that_the_partner_is_told_and_that_tells_nothing_of_the_urls_path() throws Exception {
        assertThat(post(204, "msg_1", new MessageTrace(ONE, List.of(ONE)))).isEqualTo(204);

        SpanData span = spans.getFinishedSpanItems().get(0);
        assertThat(span.getName()).isEqualTo("catalog deliver");
        assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(span.getParentSpanContext()).isEqualTo(ONE.span());
        assertThat(span.getLinks()).extracting(LinkData::getSpanContext).containsExactly(ONE.span());
        assertThat(attributes(span))
                .isEqualTo(Map.of(
                        "http.request.method",
                        "POST",
                        "http.response.status_code",
                        204L,
                        "server.address",
                        server.host(),
                        "server.port",
                        (long) server.port(),
                        "catalog.partner_id",
                        "p",
                        "catalog.webhook_id",
                        "msg_1",
                        "catalog.records",
                        2L));
        assertThat(span.toString()).doesNotContain("hunter2");
        assertThat(sentTrace()).isEqualTo("00-" + ONE.traceId() + "-" + span.getSpanId() + "-01");
    }

    @Test
    void each_attempt_has_a_span_of_its_own() throws Exception {
        MessageTrace trace = new MessageTrace(ONE, List.of(ONE));
        post(503, "msg_1", trace);
        post(204, "msg_1", trace);

        List<SpanData> attempts = spans.getFinishedSpanItems();
        assertThat(attempts.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(attributes(attempts.get(0))).containsEntry("error.type", "503");
        assertThat(attempts.get(1).getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(attempts).extracting(SpanData::getSpanId).doesNotHaveDuplicates();
    }

    @Test
    void links_are_bounded_however_many_changes_a_message_holds() throws Exception {
        List<TraceParent> causes = IntStream.range(0, 1_000)
                .mapToObj(i -> new TraceParent("00-%032x-00f067aa0ba902b7-01".formatted(i + 1)))
                .toList();
        post(204, "msg_1", new MessageTrace(ONE, causes));
        assertThat(spans.getFinishedSpanItems().get(0).getLinks()).hasSize(32);
    }

    @Test
    void what_is_not_recorded_names_the_trace_as_it_came_or_none() throws Exception {
        TraceParent unrecorded = new TraceParent(ONE.text().replace("-01", "-00"));
        post(204, "msg_1", new MessageTrace(unrecorded, List.of(unrecorded)));
        post(204, "msg_2", null);

        assertThat(sentTrace()).isEqualTo(unrecorded.text());
        assertThat(sentTrace()).isNull();
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    private int post(int status, String id, @Nullable MessageTrace trace) throws Exception {
        server.answer(status);
        Endpoint endpoint = new Endpoint("p", server.url("/hook/hunter2?a=hunter2"));
        delivery.use(endpoint);
        Message message = new Message(id, "{}".getBytes(StandardCharsets.UTF_8), Message.Contents.changes(2, 0), trace);
        return delivery.send(endpoint, Priority.PING, message, () -> true).status();
    }

    private @Nullable String sentTrace() throws InterruptedException {
        return server.taken().getHeaders().get("traceparent");
    }

    private static Map<String, Object> attributes(SpanData span) {
        return span.getAttributes().asMap().entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().getKey(), Map.Entry::getValue));
    }
}
