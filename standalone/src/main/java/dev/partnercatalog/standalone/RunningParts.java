package dev.partnercatalog.standalone;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts started so far, and the only place that knows the order in which they end. The parts of a stage end in
 * parallel, and none delays the following stages beyond its own stage's deadline: all together take less than 15
 * seconds. Thread-safe: parts may be closed while others are being started, which then end too.
 */
public final class RunningParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningParts.class);

    /** In closing order. */
    public enum Stage {
        /** What calls the applications or is called by them. */
        OUTSIDE(Duration.ofSeconds(1)),
        APPLICATIONS(Duration.ofSeconds(7)),
        SERVERS(Duration.ofSeconds(12)),
        DATA(Duration.ofSeconds(14));

        private final Duration deadline;

        /**
         * @param deadline counted from when closing began: time that an earlier stage doesn't use is available to the
         *     next one
         */
        Stage(Duration deadline) {
            this.deadline = deadline;
        }
    }

    private record Part(String name, AutoCloseable resource) {}

    private final Map<Stage, List<Part>> parts = new EnumMap<>(Stage.class);
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Parts that end when the process is told to stop, for example by SIGTERM or Ctrl-C. */
    public static RunningParts untilProcessEnds() {
        RunningParts parts = new RunningParts();
        Runtime.getRuntime().addShutdownHook(new Thread(parts::close, "stop"));
        return parts;
    }

    /**
     * Adds a part that is to be closed with the others; throws {@link IllegalStateException} if they are already
     * closed.
     */
    public <T extends AutoCloseable> T add(Stage stage, String name, T resource) {
        Part part = new Part(name, resource);
        synchronized (this) {
            if (closing.getCount() > 0) {
                parts.computeIfAbsent(stage, s -> new ArrayList<>()).add(part);
                return resource;
            }
        }
        close(part);
        throw new IllegalStateException("stopped while starting");
    }

    /** Waits until {@link #close} was called; returns whether that happened in time. */
    public boolean awaitClosing(Duration timeout) throws InterruptedException {
        return closing.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until {@link #close} was called. */
    public void awaitClosing() throws InterruptedException {
        closing.await();
    }

    @Override
    public void close() {
        synchronized (this) {
            closing.countDown();
        }
        long begun = System.nanoTime();
        for (Stage stage : Stage.values()) {
            close(stage, take(stage), begun);
        }
    }

    private synchronized List<Part> take(Stage stage) {
        List<Part> taken = parts.remove(stage);
        return taken == null ? List.of() : taken;
    }

    private static void close(Stage stage, List<Part> ending, long begun) {
        CountDownLatch open = new CountDownLatch(ending.size());
        for (Part part : ending) {
            Thread thread = new Thread(
                    () -> {
                        close(part);
                        open.countDown();
                    },
                    "close " + part.name());
            thread.setDaemon(true);
            thread.start();
        }
        try {
            long left = stage.deadline.toNanos() - (System.nanoTime() - begun);
            if (!open.await(left, TimeUnit.NANOSECONDS)) {
                LOG.warn(
                        "{} of {} parts had not ended {} s after the stop began, and are abandoned",
                        open.getCount(),
                        stage,
                        stage.deadline.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Part part) {
        try {
            part.resource().close();
            LOG.debug("{} has ended", part.name());
        } catch (Exception e) {
            LOG.warn("{} did not end in an orderly way", part.name(), e);
        }
    }
}
