package dev.partnercatalog.runtime.tracing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What reaches a collector, and what happens if there is none. */
class TracingTest {

    private record Taken(String method, String path, Headers headers) {}

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final BlockingQueue<Taken> taken = new LinkedBlockingQueue<>();
    private final AtomicInteger status = new AtomicInteger(200);
    private HttpServer collector = listening();

    @BeforeEach
    void start() {
        collector.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                taken.add(new Taken(
                        exchange.getRequestMethod(), exchange.getRequestURI().getPath(), exchange.getRequestHeaders()));
                exchange.sendResponseHeaders(status.get(), -1);
            }
        });
        collector.start();
    }

    @AfterEach
    void stop() {
        collector.stop(0);
    }

    @Test
    void spans_go_to_the_collectors_path_with_the_headers_that_were_set() throws Exception {
        URI endpoint = URI.create(address() + "/otlp/");
        try (Tracing tracing = Tracing.start(
                "test", new TracingSettings(endpoint, 1, Map.of("authorization", "Bearer hunter2")), meters)) {
            end(requireNonNull(tracing.tracer()), 3);
        }
        Taken request = requireNonNull(taken.poll(10, TimeUnit.SECONDS));
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/otlp/v1/traces");
        assertThat(request.headers().getFirst("Content-Type")).isEqualTo("application/x-protobuf");
        assertThat(request.headers().getFirst("Authorization")).isEqualTo("Bearer hunter2");
        assertThat(count("sent")).isEqualTo(3);
    }

    @Test
    void refused_spans_are_counted_and_the_next_spans_are_sent_nevertheless() {
        status.set(401);
        try (Tracing tracing = Tracing.start("test", new TracingSettings(address(), 1, Map.of()), meters)) {
            Tracer tracer = requireNonNull(tracing.tracer());
            end(tracer, 2);
            await().untilAsserted(() -> assertThat(count("failed")).isEqualTo(2));
            status.set(200);
            end(tracer, 1);
            await().untilAsserted(() -> assertThat(count("sent")).isEqualTo(1));
        }
    }

    @Test
    void a_ratio_of_zero_records_nothing() {
        try (Tracing tracing = Tracing.start("test", new TracingSettings(address(), 0, Map.of()), meters)) {
            assertThat(requireNonNull(tracing.tracer())
                            .spanBuilder("test")
                            .startSpan()
                            .isRecording())
                    .isFalse();
        }
        assertThat(taken).isEmpty();
    }

    @Test
    void an_unavailable_collector_holds_up_neither_spans_nor_the_shutdown() {
        URI nowhere = address();
        collector.stop(0);
        long began = System.nanoTime();
        try (Tracing tracing = Tracing.start("test", new TracingSettings(nowhere, 1, Map.of()), meters)) {
            end(requireNonNull(tracing.tracer()), 2 * SpanQueue.MOST_WAITING);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
        assertThat(count("sent")).isZero();
        collector = listening();
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + collector.getAddress().getPort());
    }

    private static void end(Tracer tracer, int number) {
        for (int i = 0; i < number; i++) {
            tracer.spanBuilder("test").startSpan().end();
        }
    }

    private double count(String result) {
        return meters.get("catalog.trace.spans").tag("result", result).counter().count();
    }

    private static HttpServer listening() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
