package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StoreFault;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what to do when a stream thread failed because of its local stores. Damaged stores are discarded, so that the
 * replacing thread restores them from Kafka. If the folder can't be written, as on a full disk, the thread waits for
 * it. Otherwise the next thread would immediately fail like the previous one, forever. Thread-safe.
 */
final class StoreRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(StoreRecovery.class);

    /** If a disk damages the same store this often, loading it again isn't worthwhile. */
    private static final int MOST_REBUILDS = 5;

    private final String name;
    private final StateFolder folder;
    private final Health health;
    private final Map<String, Integer> rebuilds = new ConcurrentHashMap<>();

    /** @param health for the same folder */
    StoreRecovery(String name, StateFolder folder, Health health) {
        this.name = name;
        this.folder = folder;
        this.health = health;
    }

    /** Called by the failed thread, which is replaced when this returns, or by the start. Returns whether to go on. */
    boolean recover(StoreFault fault) {
        health.lookAtDisk();
        if (health.isHeldUp()) {
            return awaitUsable();
        }
        if (!fault.damaged() || (fault.task().isEmpty() && !fault.global())) {
            LOG.error("{}: the local stores in {} failed: {}", name, folder, fault.reason());
            return true;
        }
        String stores = fault.task().map(TaskId::toString).orElse("global");
        boolean worthwhile = rebuilds.merge(stores, 1, Integer::sum) <= MOST_REBUILDS;
        LOG.error(
                "{}: the local store {}/{} is damaged {}",
                name,
                folder,
                stores,
                worthwhile
                        ? "(" + fault.reason() + "): discarding it and rebuilding it from Kafka"
                        : "again and again (" + fault.reason() + "): check its disk");
        if (worthwhile) {
            // A global store discards itself when it is closed.
            fault.task().ifPresent(folder::discard);
        }
        return worthwhile;
    }

    private boolean awaitUsable() {
        try {
            return health.awaitRoom();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
