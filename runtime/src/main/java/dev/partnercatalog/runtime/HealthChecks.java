package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.runtime.store.StateFolder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The checks of a running application, and the one watch over them. Readiness and the metrics take what the checks say
 * from here. Each second, the watch has another thread look at what is due, one check after the other, and waits a moment
 * for that. It leaves a look that hangs, on a disk or at a broker, to its thread, and has the others done by a new one. So
 * a check that hangs delays no other, and learns for how long it has hung. Thread-safe.
 */
public final class HealthChecks implements AutoCloseable {

    private static final Duration ROUND = Duration.ofSeconds(1);

    /** How long a round waits for its looks together. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private static final Duration IDLE = Duration.ofMinutes(1);

    final CheckClients clients;
    final StateFolderCheck disk;
    final FailedThreads failedThreads;
    private final HiddenRecords hiddenRecords;
    private final List<WatchedCheck> checks = new CopyOnWriteArrayList<>();
    private final PeriodicTask watch;
    private final ExecutorService looking;

    /**
     * Prepares the checks that every application has. Create it before the application's clients: it notes the time.
     *
     * @param name of the application
     * @param partitions those that this instance reads now; empty while no progress can be expected
     */
    HealthChecks(String name, StreamsConfig config, StateFolder folder, Supplier<Set<TopicPartition>> partitions) {
        watch = new PeriodicTask(name + "-health", ROUND, this::round);
        // As many threads as looks that hang, and one more. What is due while this is being closed is left out.
        looking = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    Thread thread = new Thread(task, name + "-check");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        add(new ClockCheck(InstantSource.system(), ProcessEnd::now));
        disk = add(new StateFolderCheck(name, folder));
        failedThreads = add(new FailedThreads(InstantSource.system()));
        clients = new CheckClients(config);
        hiddenRecords = add(new HiddenRecords(partitions, clients.admin), HiddenRecords.INTERVAL);
    }

    /** Adds a check of the application's own, before the start, for each round. */
    public <T extends HealthCheck> T add(T check) {
        return add(check, ROUND);
    }

    /** Adds a check that looks less often. */
    public <T extends HealthCheck> T add(T check, Duration interval) {
        checks.add(new WatchedCheck(check, interval, System::nanoTime));
        return check;
    }

    void start() {
        watch.start();
    }

    private void round() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        checks.forEach(check -> check.round(looking, end));
    }

    private Verdict worst() {
        return checks.stream()
                .map(WatchedCheck::verdict)
                .max(Comparator.naturalOrder())
                .orElse(Verdict.FINE);
    }

    /** For how long the brokers haven't answered one of the checks; zero while they answer all of them. */
    public Duration silence() {
        return checks.stream()
                .map(WatchedCheck::silence)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** How many threads have failed since the start. */
    public long failures() {
        return failedThreads.count();
    }

    /** Whether it is waiting until its state folder can be written again. */
    public boolean isHeldUp() {
        return disk.isHeldUp();
    }

    /** Whether waiting records are processed, and no thread fails repeatedly. */
    public boolean isProgressing() {
        return worst() != Verdict.STALLED;
    }

    /** Whether no check finds anything. */
    public boolean isFine() {
        return worst() == Verdict.FINE;
    }

    /** By topic, how many records in the partitions read here lie behind the beginning of somebody's open transaction. */
    public Map<String, Long> hiddenRecords() {
        return hiddenRecords.byTopic();
    }

    @Override
    public void close() {
        watch.close();
        looking.shutdownNow();
        disk.close();
        clients.close();
    }
}
