package dev.partnercatalog.runtime.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spans waiting to be sent, up to a maximum. Excess spans are dropped and counted, so that nobody who ends a span
 * has to wait, however long the collector is unavailable. Thread-safe.
 */
final class SpanQueue implements SpanProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);

    /** Each takes up to about 2 KiB. */
    static final int MOST_WAITING = 4_096;

    private static final int BATCH = 512;
    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration BETWEEN_COMPLAINTS = Duration.ofMinutes(10);

    private final AtomicInteger waiting = new AtomicInteger();
    private final Counter dropped;
    private final SpanProcessor batches;

    private SpanQueue(SpanExporter exporter, URI endpoint, MeterRegistry meters) {
        dropped = counter(meters, "dropped");
        batches = BatchSpanProcessor.builder(new Sending(exporter, endpoint, meters))
                .setMaxQueueSize(MOST_WAITING)
                .setMaxExportBatchSize(BATCH)
                .setScheduleDelay(DELAY)
                .setExporterTimeout(PATIENCE)
                .build();
    }

    /** @param endpoint for log messages */
    static SpanQueue to(SpanExporter exporter, URI endpoint, MeterRegistry meters) {
        return new SpanQueue(exporter, endpoint, meters);
    }

    private static Counter counter(MeterRegistry meters, String result) {
        return Counter.builder("catalog.trace.spans")
                .description("Recorded spans, by result.")
                .tag("result", result)
                .register(meters);
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        // Nothing is known about it yet.
    }

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (!span.getSpanContext().isSampled()) {
            return;
        }
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            dropped.increment();
            return;
        }
        batches.onEnd(span);
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    @Override
    public CompletableResultCode shutdown() {
        return batches.shutdown();
    }

    @Override
    public CompletableResultCode forceFlush() {
        return batches.forceFlush();
    }

    /** Takes the batches out of the queue one by one, in one of the library's threads. */
    private final class Sending implements SpanExporter {

        private final SpanExporter exporter;
        private final URI endpoint;
        private final Counter sent;
        private final Counter failed;
        private final AtomicBoolean complained = new AtomicBoolean();
        private final AtomicLong mayComplainAt = new AtomicLong(System.nanoTime());

        Sending(SpanExporter exporter, URI endpoint, MeterRegistry meters) {
            this.exporter = exporter;
            this.endpoint = endpoint;
            this.sent = counter(meters, "sent");
            this.failed = counter(meters, "failed");
        }

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            int number = spans.size();
            waiting.addAndGet(-number);
            CompletableResultCode result = exporter.export(spans);
            return result.whenComplete(() -> {
                if (result.isSuccess()) {
                    succeeded(number);
                } else {
                    lost(number, result.getFailureThrowable());
                }
            });
        }

        private void succeeded(int number) {
            sent.increment(number);
            if (complained.compareAndSet(true, false)) {
                LOG.info("spans are sent to {} again", endpoint);
            }
        }

        private void lost(int number, @Nullable Throwable fault) {
            failed.increment(number);
            long now = System.nanoTime();
            long due = mayComplainAt.get();
            if (now - due >= 0 && mayComplainAt.compareAndSet(due, now + BETWEEN_COMPLAINTS.toNanos())) {
                complained.set(true);
                LOG.warn(
                        "spans can't be sent to {} and are lost (logged at most every {} minutes): {}",
                        endpoint,
                        BETWEEN_COMPLAINTS.toMinutes(),
                        reason(fault));
            }
        }

        private static String reason(@Nullable Throwable fault) {
            Throwable cause = fault == null ? null : fault.getCause();
            return cause == null ? "it returned an error" : "it didn't respond: " + cause;
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }
}
