package dev.partnercatalog.runtime.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Recording costs no more than a queue, whatever the collector does. */
class SpanQueueTest {

    private static final int BATCH = 512;

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<SdkTracerProvider> opened = new ArrayList<>();

    @AfterEach
    void close() {
        goOn.countDown();
        opened.forEach(SdkTracerProvider::close);
    }

    @Test
    void no_more_spans_wait_than_the_queue_holds_and_those_dropped_are_counted() throws Exception {
        Tracer tracer = tracer(
                spans -> {
                    stalled.countDown();
                    awaitUninterruptibly(goOn);
                    return CompletableResultCode.ofSuccess();
                },
                Sampler.alwaysOn());
        end(tracer, BATCH);
        // A batch is being sent now, and its sender hangs.
        stalled.await();

        end(tracer, SpanQueue.MOST_WAITING);
        assertThat(count("dropped")).isZero();
        end(tracer, 100);
        assertThat(count("dropped")).isEqualTo(100);

        goOn.countDown();
        await().untilAsserted(() -> assertThat(count("sent")).isEqualTo(BATCH + SpanQueue.MOST_WAITING));
        end(tracer, 10);
        await().untilAsserted(() -> assertThat(count("sent")).isEqualTo(BATCH + SpanQueue.MOST_WAITING + 10));
        assertThat(count("dropped")).isEqualTo(100);
    }

    @Test
    void spans_that_a_collector_does_not_accept_are_counted_as_failed() throws Exception {
        Tracer tracer = tracer(spans -> CompletableResultCode.ofFailure(), Sampler.alwaysOn());
        end(tracer, 7);
        await().untilAsserted(() -> assertThat(count("failed")).isEqualTo(7));
        assertThat(count("sent")).isZero();
        assertThat(Files.readString(Path.of("..", "docs", "metrics.md"))).contains("| `catalog_trace_spans_total` |");
    }

    @Test
    void spans_that_are_not_recorded_never_arrive_here() {
        Tracer tracer = tracer(spans -> CompletableResultCode.ofSuccess(), Sampler.alwaysOff());
        end(tracer, 10);
        opened.get(0).forceFlush().join(10, TimeUnit.SECONDS);
        assertThat(count("sent") + count("failed") + count("dropped")).isZero();
    }

    @Test
    void without_an_address_there_is_no_tracer_and_no_metric() {
        try (Tracing off = Tracing.start("test", TracingSettings.OFF, meters)) {
            assertThat(off.tracer()).isNull();
            assertThat(meters.getMeters()).isEmpty();
        }
    }

    private Tracer tracer(Function<Collection<SpanData>, CompletableResultCode> export, Sampler sampler) {
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setSampler(sampler)
                .addSpanProcessor(SpanQueue.to(exporter(export), URI.create("http://collector"), meters))
                .build();
        opened.add(provider);
        return provider.get("test");
    }

    private static void end(Tracer tracer, int number) {
        for (int i = 0; i < number; i++) {
            tracer.spanBuilder("test").startSpan().end();
        }
    }

    private double count(String result) {
        return meters.get("catalog.trace.spans").tag("result", result).counter().count();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static SpanExporter exporter(Function<Collection<SpanData>, CompletableResultCode> export) {
        return new SpanExporter() {
            @Override
            public CompletableResultCode export(Collection<SpanData> spans) {
                return export.apply(spans);
            }

            @Override
            public CompletableResultCode flush() {
                return CompletableResultCode.ofSuccess();
            }

            @Override
            public CompletableResultCode shutdown() {
                return CompletableResultCode.ofSuccess();
            }
        };
    }
}
