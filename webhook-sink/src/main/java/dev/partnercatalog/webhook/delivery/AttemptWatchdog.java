package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.PeriodicTask;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Gives up attempts that last longer than all their time limits together. Each attempt should report its end, and has
 * time limits of its own; if a fault in the HTTP client or in this program makes one fail to do so, its place would
 * otherwise be lost until a restart. Thread-safe.
 */
final class AttemptWatchdog implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** An attempt that has begun. */
    interface Watched {

        /** Ends it, whatever it waits for. Must not throw. */
        void giveUp();
    }

    private final Map<Watched, Long> begun = new ConcurrentHashMap<>();
    private final Duration limit;
    private final LongSupplier nanoTime;
    private final PeriodicTask task = new PeriodicTask("webhook-watchdog", INTERVAL, this::look);

    /**
     * @param limit longer than an attempt can take
     * @param nanoTime as {@link System#nanoTime()}, which nobody can set
     */
    AttemptWatchdog(Duration limit, LongSupplier nanoTime) {
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    void start() {
        task.start();
    }

    void begun(Watched attempt) {
        begun.put(attempt, nanoTime.getAsLong());
    }

    void ended(Watched attempt) {
        begun.remove(attempt);
    }

    void look() {
        long now = nanoTime.getAsLong();
        begun.forEach((attempt, since) -> {
            // Removed first, so that each is given up once.
            if (now - since > limit.toNanos() && begun.remove(attempt, since)) {
                attempt.giveUp();
            }
        });
    }

    @Override
    public void close() {
        task.close();
    }
}
