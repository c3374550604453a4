package dev.partnercatalog.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What is recorded when an event is resolved, and what is passed on. {@link CauseTest} covers the case without spans.
 */
class ResolveSpansTest {

    private static final TraceParent ONE = new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");

    /** The topology's clock stops after this. */
    private final Instant began = Instant.now();

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(Sampler.alwaysOff()))
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();
    private final TopologyHarness catalog = new TopologyHarness(provider.get("test"));

    @AfterEach
    void close() {
        catalog.close();
        provider.close();
    }

    @Test
    void a_change_is_a_span_under_its_events_span_and_the_resulting_entries_name_it() {
        publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"), null);
        publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"), ONE.text());

        SpanData span = Objects.requireNonNull(spans.getFinishedSpanItems().get(0));
        assertThat(spans.getFinishedSpanItems()).hasSize(1);
        assertThat(span.getName()).isEqualTo("catalog resolve");
        assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(span.getParentSpanContext()).isEqualTo(ONE.span());
        assertThat(span.getStartEpochNanos()).isGreaterThanOrEqualTo(began.toEpochMilli() * 1_000_000);
        assertThat(span.getEndEpochNanos()).isGreaterThanOrEqualTo(span.getStartEpochNanos());
        assertThat(span.getAttributes().get(AttributeKey.stringKey("catalog.barcode")))
                .isEqualTo("b");
        assertThat(span.getAttributes().get(AttributeKey.stringKey("catalog.layer")))
                .isEqualTo("bpd");
        assertThat(span.getAttributes().get(AttributeKey.longKey("messaging.kafka.offset")))
                .isZero();
        assertThat(span.getAttributes().get(AttributeKey.longKey("catalog.entries")))
                .as("the one that holds everywhere, and the company's")
                .isEqualTo(2);
        assertThat(traces()).hasSize(2).containsOnly("00-" + ONE.traceId() + "-" + span.getSpanId() + "-01");
    }

    @Test
    void a_hop_to_the_companys_partition_keeps_the_parent() {
        publish(CatalogTopic.BPD_VARIANTS, "a", Events.bpd("a", "A"), null);
        publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), null);
        publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "a"), null);
        catalog.readResolved();

        publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"), ONE.text());
        assertThat(spans.getFinishedSpanItems())
                .as("one for each barcode")
                .hasSize(2)
                .allSatisfy(span -> assertThat(span.getParentSpanContext()).isEqualTo(ONE.span()));
    }

    @Test
    void a_trace_that_its_producer_does_not_record_is_passed_on_unchanged_and_an_event_without_one_stays_without() {
        String unrecorded = ONE.text().replace("-01", "-00");
        publish(CatalogTopic.BPD_VARIANTS, "a", Events.bpd("a", "A"), unrecorded);
        assertThat(traces()).containsExactly(unrecorded);
        publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), null);
        assertThat(catalog.readResolved())
                .singleElement()
                .satisfies(
                        record -> assertThat(Cause.of(record.headers()).trace()).isNull());
        publish(CatalogTopic.BPD_VARIANTS, "c", Events.bpd("c", "C"), ONE.text() + "-and-more");
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    private <T extends SpecificRecord> void publish(CatalogTopic topic, String key, T value, @Nullable String trace) {
        RecordHeaders headers = new RecordHeaders();
        if (trace != null) {
            headers.add(TraceParent.HEADER, trace.getBytes(UTF_8));
        }
        catalog.publish(topic, key, value, Instant.now(), headers);
    }

    private List<String> traces() {
        List<TestRecord<String, ResolvedVariant>> records = catalog.readResolved();
        return records.stream()
                .map(record -> new String(
                        record.headers().lastHeader(TraceParent.HEADER).value(), UTF_8))
                .toList();
    }
}
