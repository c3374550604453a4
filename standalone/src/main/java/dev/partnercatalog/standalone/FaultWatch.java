package dev.partnercatalog.standalone;

import dev.partnercatalog.runtime.PeriodicTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks every half a second whether a part of a standalone has ended or can't continue, and then stops all of it: the
 * rest would look healthy and do nothing. Thread-safe.
 */
final class FaultWatch implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final RunningParts parts;
    private final List<Supplier<@Nullable String>> faults = new CopyOnWriteArrayList<>();
    private final PeriodicTask looking = new PeriodicTask("fault-watch", INTERVAL, this::look);

    FaultWatch(RunningParts parts) {
        this.parts = parts;
    }

    /** @param fault says why everything has to stop; null as long as it hasn't */
    void add(Supplier<@Nullable String> fault) {
        faults.add(fault);
    }

    void start() {
        looking.start();
    }

    private void look() {
        for (Supplier<@Nullable String> each : faults) {
            String fault = each.get();
            if (fault != null) {
                parts.stop(fault);
            }
        }
    }

    @Override
    public void close() {
        looking.close();
    }
}
