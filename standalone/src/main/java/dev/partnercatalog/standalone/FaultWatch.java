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
    private final PeriodicTask checking = new PeriodicTask("fault-watch", INTERVAL, this::check);

    FaultWatch(RunningParts parts) {
        this.parts = parts;
    }

    /**
     * Adds a check that says why everything has to stop, or null. A reason is named only if those added before it have
     * none: causes come first.
     */
    void add(Supplier<@Nullable String> fault) {
        faults.add(fault);
    }

    void start() {
        checking.start();
    }

    private void check() {
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
        for (Supplier<@Nullable String> fault : faults) {
            String reason = fault.get();
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    @Override
    public void close() {
        checking.close();
    }
}
