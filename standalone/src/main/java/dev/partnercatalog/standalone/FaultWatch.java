package dev.partnercatalog.standalone;

import dev.partnercatalog.runtime.PeriodicTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Looks every half a second whether a part of a standalone has ended or can't continue, and then stops all of it: the
 * rest would look healthy and do nothing. Thread-safe.
 */
final class FaultWatch implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final RunningParts parts;
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final PeriodicTask looking = new PeriodicTask("fault-watch", INTERVAL, this::look);

    FaultWatch(RunningParts parts) {
        this.parts = parts;
    }

    /** Says why everything has to stop; null as long as it hasn't. */
    interface Fault {
        @Nullable
        String reason();
    }

    void add(Fault fault) {
        faults.add(fault);
    }

    void start() {
        looking.start();
    }

    private void look() {
        for (Fault fault : faults) {
            String reason = fault.reason();
            if (reason != null) {
                parts.stop(reason);
            }
        }
    }

    @Override
    public void close() {
        looking.close();
    }
}
