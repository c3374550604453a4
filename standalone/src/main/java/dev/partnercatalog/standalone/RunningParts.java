package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.ClockWatch;
import dev.partnercatalog.runtime.PeriodicTask;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
        /** The start itself: what it uses stays until it has noticed that it is to stop. */
        START(Duration.ofSeconds(6)),
        /** What calls the applications or is called by them. */
        OUTSIDE(Duration.ofSeconds(7)),
        APPLICATIONS(Duration.ofSeconds(10)),
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

    private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

    private record Part(String name, AutoCloseable resource) {}

    private final Map<Stage, List<Part>> parts = new EnumMap<>(Stage.class);
    private final List<CompletableFuture<?>> begun = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ReentrantLock ending = new ReentrantLock();
    private final List<Supplier<@Nullable String>> faults = new CopyOnWriteArrayList<>();
    private final PeriodicTask watch = new PeriodicTask("fault-watch", WATCH_INTERVAL, this::stopIfFaulty);
    private @Nullable String fault;

    /** Closing waits until everything that was begun has started or failed: nothing starts on top of what is taken down. */
    public RunningParts() {
        // Who waits for one of them gets its fault.
        add(
                Stage.START,
                "start",
                () -> begun.forEach(
                        each -> each.handle((started, fault) -> started).join()));
    }

    /** What a command starts. */
    public interface Start {
        void run(RunningParts parts) throws IOException, InterruptedException;
    }

    /**
     * Starts parts, and returns when this process is told to stop, for example by SIGTERM or Ctrl-C. A start that is
     * stopped says that in one line, and nothing else: whatever it had under way is broken off.
     *
     * @throws OperatorFault with the reason if the parts have to be closed because of a fault
     */
    public static void untilProcessEnds(Start start) throws IOException, InterruptedException {
        RunningParts parts = new RunningParts();
        AtomicBoolean ready = new AtomicBoolean();
        CountDownLatch broken = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            PrintStream err = System.err;
                            boolean starting = !ready.get() && !parts.isStopping();
                            if (starting) {
                                broken.countDown();
                                System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
                            }
                            parts.close();
                            if (starting) {
                                err.println("catalog: " + parts.stopped().getMessage());
                            }
                        },
                        "stop"));
        var unused = ClockWatch.start();
        try {
            start.run(parts);
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            if (broken.getCount() == 0) {
                // The process ends as soon as the parts have, and says so itself.
                new CountDownLatch(1).await();
            }
            parts.close();
            throw e;
        }
        ready.set(true);
        parts.awaitClosing();
    }

    /** Begins to start something on its own thread: it waits for others, and would block pooled threads. */
    <T> CompletableFuture<T> begin(String name, Supplier<T> start) {
        CompletableFuture<T> started =
                CompletableFuture.supplyAsync(start, task -> new Thread(task, "start " + name).start());
        begun.add(started);
        return started;
    }

    /** Begins to start a part, as {@link #start} does. */
    <T extends AutoCloseable> CompletableFuture<T> begin(Stage stage, String name, Supplier<T> starter) {
        return begin(name, () -> start(stage, name, starter));
    }

    /** Waits for what was begun; throws what its start threw. */
    static <T> T await(CompletableFuture<T> started) {
        try {
            return started.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            if (e.getCause() instanceof Error fault) {
                throw fault;
            }
            throw e;
        }
    }

    /**
     * Starts a part that is to be closed with the others.
     *
     * @throws OperatorFault if they are being closed; the part is then not started, or closed again
     */
    public <T extends AutoCloseable> T start(Stage stage, String name, Supplier<T> starter) {
        if (closing.getCount() == 0) {
            throw stopped();
        }
        return add(stage, name, starter.get());
    }

    /**
     * Adds a part that is to be closed with the others; throws {@link OperatorFault} if they are already closed, and
     * closes the part.
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
        throw stopped();
    }

    /** Says why all parts are to be closed, to whoever waits for that. The first reason counts. */
    private synchronized void stop(String reason) {
        if (fault == null && closing.getCount() > 0) {
            fault = reason;
            closing.countDown();
        }
    }

    /**
     * From now on, checks every half second whether a part has ended or can't continue, and then stops all: the rest
     * would look healthy and do nothing. The reason that is told is the first one: causes come before effects.
     *
     * @param fault why everything has to stop; null as long as it hasn't
     */
    synchronized void watch(Supplier<@Nullable String> fault) {
        if (faults.isEmpty()) {
            watch.start();
        }
        faults.add(fault);
    }

    private void stopIfFaulty() {
        if (firstReason() != null) {
            // A cause may have come about after it was looked at, and before its effects were.
            String reason = firstReason();
            if (reason != null) {
                String cause = OpenFiles.now().exhausted();
                stop(cause == null ? reason : cause + " (" + reason + ")");
            }
        }
    }

    private @Nullable String firstReason() {
        for (Supplier<@Nullable String> fault : faults) {
            String reason = fault.get();
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    /** Whether the parts are being closed, or are to be. */
    public boolean isStopping() {
        return closing.getCount() == 0;
    }

    /** Why a start fails that is to stop. */
    synchronized OperatorFault stopped() {
        return new OperatorFault(fault == null ? "stopped while starting" : fault);
    }

    /** Waits until the parts are being closed, or are to be; returns whether that happened in time. */
    boolean awaitClosing(Duration timeout) {
        try {
            return closing.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted while starting", e);
        }
    }

    /**
     * Waits until the parts are being closed.
     *
     * @throws OperatorFault with the reason if they are to be closed because of a fault
     */
    public void awaitClosing() throws InterruptedException {
        closing.await();
        synchronized (this) {
            if (fault != null) {
                throw new OperatorFault(fault);
            }
        }
    }

    /** Whoever calls this while they are being closed returns when that is done. */
    @Override
    public void close() {
        watch.close();
        synchronized (this) {
            closing.countDown();
        }
        ending.lock();
        try {
            long begun = System.nanoTime();
            for (Stage stage : Stage.values()) {
                close(stage, take(stage), begun);
            }
        } finally {
            ending.unlock();
        }
    }

    private synchronized List<Part> take(Stage stage) {
        List<Part> taken = parts.remove(stage);
        return taken == null ? List.of() : taken;
    }

    private static void close(Stage stage, List<Part> ending, long begun) {
        CountDownLatch open = new CountDownLatch(ending.size());
        for (Part part : ending) {
            Runnable end = () -> {
                close(part);
                open.countDown();
            };
            PeriodicTask.daemon(end, "close " + part.name()).start();
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
