package dev.partnercatalog.runtime;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task repeatedly on its own daemon thread, until it is closed. Thread-safe. */
public final class PeriodicTask implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

    private static final Duration SOON = Duration.ofMillis(10);

    private final String name;
    private final Duration interval;
    private final Runnable task;
    private final ScheduledExecutorService executor;
    private final AtomicBoolean isDue = new AtomicBoolean();

    /** Prepares the task, which waits for the interval before each run, and is interrupted when this is closed. */
    public PeriodicTask(String name, Duration interval, Runnable task) {
        this.name = name;
        this.interval = interval;
        this.task = task;
        this.executor = new ScheduledThreadPoolExecutor(
                1, run -> daemon(run, name), new ThreadPoolExecutor.DiscardPolicy()); // once it is closed
    }

    /** A thread that doesn't keep the process; it is yet to be started. */
    public static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    public void start() {
        var unused = executor.scheduleWithFixedDelay(
                this::run, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs the task without waiting for its turn, but once for what is asked within a moment. */
    public void soon() {
        if (isDue.compareAndSet(false, true)) {
            var unused = executor.schedule(
                    () -> {
                        isDue.set(false);
                        run();
                    },
                    SOON.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    private void run() {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            // An exception thrown from here would silently end the task for good.
            LOG.error("{} failed; it will run again", name, e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
