package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.StateFolder;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every second whether the local stores can be written, and logs changes. It doesn't wait for a store's error:
 * RocksDB may instead let a write on a full disk wait until there is room. The writing thread then stops silently,
 * while its data continues to be served and becomes ever older. Thread-safe.
 */
final class StateFolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StateFolderWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final String name;
    private final StateFolder folder;
    private final PeriodicTask looking = new PeriodicTask("state-folder-watch", INTERVAL, this::look);
    private volatile boolean heldUp;
    private boolean closed;

    StateFolderWatch(String name, StateFolder folder) {
        this.name = name;
        this.folder = folder;
    }

    void start() {
        looking.start();
    }

    /** Whether nothing could be written at the last check. */
    boolean isHeldUp() {
        return heldUp;
    }

    /**
     * Returns once the folder can be written.
     *
     * @return false if the watch was closed before
     */
    synchronized boolean awaitUsable() throws InterruptedException {
        while (heldUp && !closed) {
            wait();
        }
        return !closed;
    }

    /** Checks now. */
    synchronized void look() {
        String obstacle = folder.obstacle();
        if (obstacle != null && !heldUp) {
            LOG.error("{} stops until it can write to its state folder {}: {}", name, folder, obstacle);
            heldUp = true;
        } else if (obstacle == null && heldUp) {
            LOG.info("{} continues: its state folder {} can be written again", name, folder);
            heldUp = false;
            notifyAll();
        }
    }

    /** Releases the waiting threads. */
    @Override
    public void close() {
        looking.close();
        synchronized (this) {
            closed = true;
            notifyAll();
        }
    }
}
