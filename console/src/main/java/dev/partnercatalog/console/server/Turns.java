package dev.partnercatalog.console.server;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Lets only a few read whole partitions at once, so that many requests can't fill the memory. Thread-safe. */
final class Turns {

    private static final int AT_ONCE = 3;
    private static final long PATIENCE_SECONDS = 5;

    private final Semaphore free = new Semaphore(AT_ONCE);

    /** Does the work when it is its turn. */
    <T> T take(Supplier<T> work) {
        try {
            if (!free.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new Faults.TooBusyException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Faults.TooBusyException();
        }
        try {
            return work.get();
        } finally {
            free.release();
        }
    }
}
