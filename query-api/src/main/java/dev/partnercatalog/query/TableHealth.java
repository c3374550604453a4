package dev.partnercatalog.query;

import dev.partnercatalog.runtime.GlobalApplication;
import dev.partnercatalog.runtime.table.TableProgress;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** Whether the tables are up to date, as far as this instance can know. Thread-safe. */
record TableHealth(GlobalApplication application, TableProgress progress, BrokerWatch brokers) {

    private static final Duration TOLERATED_AGE = Duration.ofSeconds(10);

    /** Registers the metric of the data's age. */
    void bindTo(MeterRegistry registry) {
        Gauge.builder("catalog.data.age.seconds", this, health -> health.age().toMillis() / 1_000.0)
                .description("For how long changes may have been missing here, because they are late or the brokers are"
                        + " unavailable.")
                .register(registry);
    }

    /** Whether changes are being applied, as far as that depends on this instance. */
    boolean isProgressing() {
        return !application.health().isHeldUp() && application.health().isProgressing();
    }

    /** Whether the readable data is no older than a few seconds. */
    boolean isCurrent() {
        return application.isRunning()
                && notableAge().isZero()
                && brokers.away().isZero()
                && progress.stalled() == 0;
    }

    /** For how long changes may have been missing here; zero while it is negligible. */
    Duration notableAge() {
        Duration age = age();
        return age.compareTo(TOLERATED_AGE) > 0 ? age : Duration.ZERO;
    }

    private Duration age() {
        Duration away = brokers.away();
        Duration late = progress.age();
        return away.compareTo(late) > 0 ? away : late;
    }
}
