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

    /** Adds one that is named only if none of those added before it is there: causes come first. */
    void add(Fault fault) {
        faults.add(fault);
    }

    void start() {
        looking.start();
    }

    private void look() {
        if (firstReason() != null) {
            // A cause may have come about after it was looked at, and before its effects were.
            String reason = firstReason();
            if (reason != null) {
                String cause = OpenFiles.now().exhausted();
                parts.stop(cause == null ? reason : cause + " (" + reason + ")");
            }
        }
    }

    private @Nullable String firstReason() {
        for (Fault fault : faults) {
            String reason = fault.reason();
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    @Override
    public void close() {
        looking.close();
    }
}
