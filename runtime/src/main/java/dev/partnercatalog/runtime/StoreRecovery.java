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
 * What is done about a stream thread that failed at its local stores: damaged ones are discarded, so that the thread that
 * takes its place has them from Kafka; where the folder can't be written, as on a full disk, it is waited for. Without
 * either the next thread would fail at once like the one before it, for ever. Thread-safe.
 */
final class StoreRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(StoreRecovery.class);

    /** A disk that damages the same store so often isn't worth another load of it. */
    private static final int MOST_REBUILDS = 5;

    private final String name;
    private final StateFolder folder;
    private final StateFolderWatch watch;
    private final Map<TaskId, Integer> rebuilds = new ConcurrentHashMap<>();

    /** @param watch of the same folder */
    StoreRecovery(String name, StateFolder folder, StateFolderWatch watch) {
        this.name = name;
        this.folder = folder;
        this.watch = watch;
    }

    /** Called by the thread that failed, whose place is taken when this returns. */
    StreamThreadExceptionResponse recover(StoreFault fault) {
        watch.look();
        if (watch.isHeldUp()) {
            return awaitUsable();
        }
        if (!fault.damaged() || fault.task().isEmpty()) {
            LOG.error("{}: the local stores in {} failed: {}", name, folder, fault.reason());
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        TaskId task = fault.task().get();
        if (rebuilds.merge(task, 1, Integer::sum) > MOST_REBUILDS) {
            LOG.error(
                    "{}: the local store {}/{} is damaged again and again ({}): look at its disk",
                    name,
                    folder,
                    task,
                    fault.reason());
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.error(
                "{}: the local store {}/{} is damaged ({}): it is discarded and rebuilt from Kafka",
                name,
                folder,
                task,
                fault.reason());
        folder.discard(task);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private StreamThreadExceptionResponse awaitUsable() {
        try {
            return watch.awaitUsable()
                    ? StreamThreadExceptionResponse.REPLACE_THREAD
                    : StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
    }
}
