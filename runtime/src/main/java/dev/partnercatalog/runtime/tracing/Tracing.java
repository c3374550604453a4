package dev.partnercatalog.runtime.tracing;

import dev.partnercatalog.runtime.version.Build;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends an application's spans to a collector, from {@link #start} to {@link #close}. If spans are off, there is no
 * tracer, and callers need no other check. Thread-safe.
 */
public final class Tracing implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LAST_SPANS = Duration.ofSeconds(2);
    private static final String PATH = "/v1/traces";

    /** Loaded only if spans are on. */
    private static final class Library {

        static final SpanLimits LIMITS = SpanLimits.builder()
                .setMaxNumberOfAttributes(32)
                .setMaxNumberOfLinks(32)
                .setMaxNumberOfEvents(8)
                .setMaxAttributeValueLength(256)
                .build();

        /**
         * It would log each failure outside our log, where the queue reports what matters. Kept in a field, or its
         * level would be lost.
         */
        static final Logger LOG = Logger.getLogger("io.opentelemetry");
    }

    private final @Nullable SdkTracerProvider provider;
    private final @Nullable Tracer tracer;

    private Tracing(@Nullable SdkTracerProvider provider, @Nullable Tracer tracer) {
        this.provider = provider;
        this.tracer = tracer;
    }

    /**
     * Starts sending what is recorded, if spans are on; doesn't connect yet.
     *
     * @param application the spans' {@code service.name}
     */
    public static Tracing start(String application, TracingSettings settings, MeterRegistry meters) {
        URI endpoint = settings.endpoint();
        if (endpoint == null) {
            return new Tracing(null, null);
        }
        Library.LOG.setLevel(Level.OFF);
        String version = Build.current().version();
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint.toString().replaceFirst("/+$", "") + PATH)
                .setConnectTimeout(PATIENCE)
                .setTimeout(PATIENCE);
        settings.headers().forEach(exporter::addHeader);
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.builder()
                                .put("service.namespace", "partner-catalog")
                                .put("service.name", application)
                                .put("service.version", version)
                                .put("service.instance.id", UUID.randomUUID().toString())
                                .build())))
                .setSpanLimits(Library.LIMITS)
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.ratio())))
                .addSpanProcessor(SpanQueue.to(exporter.build(), endpoint, meters))
                .build();
        return new Tracing(
                provider,
                provider.tracerBuilder("dev.partnercatalog")
                        .setInstrumentationVersion(version)
                        .build());
    }

    /** Records spans; null if nothing is to be recorded. */
    public @Nullable Tracer tracer() {
        return tracer;
    }

    /** Sends what has been recorded, for at most two seconds. */
    @Override
    public void close() {
        if (provider != null) {
            provider.shutdown().join(LAST_SPANS.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
