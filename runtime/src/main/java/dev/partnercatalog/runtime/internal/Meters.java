package dev.partnercatalog.runtime.internal;

import dev.partnercatalog.runtime.Health;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.version.Build;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that an application measures, including its JVM and the disk of its stores. Thread-safe. */
public final class Meters implements AutoCloseable {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<Runnable> readings = new CopyOnWriteArrayList<>();
    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** @param stateDir whose disk space is reported */
    public Meters(Path stateDir) {
        List<MeterBinder> binders = List.of(
                collections,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ProcessorMetrics(),
                new DiskSpaceMetrics(stateDir.toFile()));
        binders.forEach(binder -> binder.bindTo(registry));
        ProcessMetrics.builder().register(registry.getPrometheusRegistry());
        Build build = Build.current();
        Gauge.builder("catalog.build.info", () -> 1)
                .description("The version and the commit from which this program was built.")
                .tag("version", build.version())
                .tag("commit", build.commit())
                .register(registry);
    }

    /** Where an application registers its own meters. */
    public MeterRegistry registry() {
        return registry;
    }

    /** From now on, reports how the application is doing on Kafka Streams, and how old what it serves may be. */
    public void watch(StreamsApplication application) {
        Health health = application.health();
        beforeReading(new StreamsMeters(
                registry,
                () -> application.streams().metrics(),
                application::isRunning,
                health::failures,
                application.positions()::hidden)::read);
        if (application.hasTasks()) {
            StreamsMeters.ofTasks(registry, application::standbyLag);
        }
        Gauge.builder("catalog.stalled.partitions", () -> application.positions().stalled().size())
                .description("Partitions with waiting records of which none was processed for half a minute.")
                .register(registry);
        Gauge.builder("catalog.brokers.silent.seconds", () -> health.silence().toSeconds())
                .description("For how long the brokers have not answered this instance.")
                .register(registry);
        Gauge.builder("catalog.progressing", () -> health.isProgressing() ? 1 : 0)
                .description("Whether waiting records are processed and no thread fails repeatedly.")
                .register(registry);
        if (health.hasAges()) {
            Gauge.builder("catalog.data.age.seconds", () -> health.age().toMillis() / 1_000.0)
                    .description("For how long changes may have been missing here, because they are late or the brokers"
                            + " are unavailable.")
                    .register(registry);
        }
    }

    /** Runs something each time the meters are read; readings don't overlap. */
    public void beforeReading(Runnable reading) {
        readings.add(reading);
    }

    /** The current values of all meters, in Prometheus' text format. */
    public synchronized String text() {
        readings.forEach(Runnable::run);
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
