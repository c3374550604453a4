package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StoreFault;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
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

    /** Called by the failed thread, which is replaced when this returns, or by the start. */
    StreamThreadExceptionResponse recover(StoreFault fault) {
        health.lookAtDisk();
        if (health.isHeldUp()) {
            return awaitUsable();
        }
        if (fault.global() && fault.damaged()) {
            return isWorthwhile("global") ? StreamThreadExceptionResponse.REPLACE_THREAD : giveUp("global", fault);
        }
        if (!fault.damaged() || fault.task().isEmpty()) {
            LOG.error("{}: the local stores in {} failed: {}", name, folder, fault.reason());
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        TaskId task = fault.task().get();
        if (!isWorthwhile(task.toString())) {
            return giveUp(task.toString(), fault);
        }
        LOG.error(
                "{}: the local store {}/{} is damaged ({}): discarding it and rebuilding it from Kafka",
                name,
                folder,
                task,
                fault.reason());
        folder.discard(task);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private boolean isWorthwhile(String stores) {
        return rebuilds.merge(stores, 1, Integer::sum) <= MOST_REBUILDS;
    }

    private StreamThreadExceptionResponse giveUp(String stores, StoreFault fault) {
        LOG.error(
                "{}: the local store {}/{} is damaged again and again ({}): check its disk",
                name,
                folder,
                stores,
                fault.reason());
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private StreamThreadExceptionResponse awaitUsable() {
        try {
            return health.awaitRoom()
                    ? StreamThreadExceptionResponse.REPLACE_THREAD
                    : StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
    }
}
