package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StoreFault;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final String name;
    private final StateFolder folder;
    private final Map<TaskId, Integer> rebuilds = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean closed;

    StoreRecovery(String name, StateFolder folder) {
        this.name = name;
        this.folder = folder;
    }

    /** Whether a thread waits until the folder can be written again. */
    boolean isWaiting() {
        return waiting.get() > 0;
    }

    /** Called by the thread that failed, whose place is taken when this returns. */
    StreamThreadExceptionResponse recover(StoreFault fault) {
        String obstacle = folder.obstacle();
        if (obstacle != null) {
            return awaitUsable(obstacle);
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

    private StreamThreadExceptionResponse awaitUsable(String obstacle) {
        LOG.error("{} stops until it can write to its state folder {}: {}", name, folder, obstacle);
        waiting.incrementAndGet();
        try {
            synchronized (this) {
                while (!closed && folder.obstacle() != null) {
                    wait(LOOK.toMillis());
                }
                if (closed) {
                    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        } finally {
            waiting.decrementAndGet();
        }
        LOG.info("{} goes on: its state folder {} can be written again", name, folder);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Lets waiting threads go. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
