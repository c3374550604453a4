package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.runtime.store.StateFolder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the local stores can be written; logs changes. It doesn't wait for a store's error: RocksDB may instead let a
 * write on a full disk wait until there is room. The writing thread then stops silently, while its data continues to be
 * served and becomes ever older. A disk that doesn't respond counts as full.
 */
final class StateFolderCheck implements HealthCheck, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateFolderCheck.class);

    /** A busy disk may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final StateFolder folder;
    private volatile boolean heldUp;
    private boolean closed;

    /** @param name of the application */
    StateFolderCheck(String name, StateFolder folder) {
        this.name = name;
        this.folder = folder;
    }

    /** Whether nothing could be written at the last check. */
    boolean isHeldUp() {
        return heldUp;
    }

    /**
     * Returns once the folder can be written.
     *
     * @return false if the check was closed before
     */
    synchronized boolean awaitUsable() throws InterruptedException {
        while (heldUp && !closed) {
            wait();
        }
        return !closed;
    }

    @Override
    public void look() {
        // Not while holding the lock: a disk that hangs would make everybody wait who asks.
        found(folder.obstacle());
    }

    @Override
    public void unanswered(Duration since) {
        if (since.compareTo(PATIENCE) > 0) {
            found("its disk has not responded for " + PATIENCE.toSeconds() + " s");
        }
    }

    private synchronized void found(@Nullable String obstacle) {
        if (obstacle != null && !heldUp) {
            LOG.error("{} stops until it can write to its state folder {}: {}", name, folder, obstacle);
            heldUp = true;
        } else if (obstacle == null && heldUp) {
            LOG.info("{} continues: its state folder {} can be written again", name, folder);
            heldUp = false;
            notifyAll();
        }
    }

    @Override
    public Verdict verdict() {
        return heldUp ? Verdict.UNSETTLED : Verdict.FINE;
    }

    /** Releases the waiting threads. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
