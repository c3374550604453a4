package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health of a running application. Readiness, the metrics and what partners see are taken from here, and threads
 * wait here that failed because of the application's stores.
 *
 * <p>Each check has a thread of its own, so that a look that hangs, on a disk or at a broker, delays no other. What a
 * check found last holds while the brokers don't answer it. After half a minute of that the instance counts as
 * unsettled, since nobody knows how it is doing. Thread-safe.
 */
public final class Health implements AutoCloseable {

    /** Between looks, if nothing speaks for a longer time. */
    public static final Duration ROUND = Duration.ofSeconds(1);

    /** What is served may be this old without anybody being told (D22). */
    private static final Duration TOLERATED_AGE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);

    /** The brokers replace one of their own in less. */
    private static final Duration UNKNOWN = Duration.ofSeconds(30);

    /** A busy disk may need seconds. */
    private static final Duration DISK_PATIENCE = Duration.ofSeconds(10);

    /** So many failed threads within {@link #SHORTLY}, the last one {@link #JUST_NOW}, are a fault that stays. */
    private static final int SEVERAL = 3;

    private static final Duration SHORTLY = Duration.ofMinutes(2);
    private static final Duration JUST_NOW = Duration.ofMinutes(1);

    /** If a disk damages the same store this often, loading it again isn't worthwhile. */
    private static final int MOST_REBUILDS = 5;

    /** What a look means, from best to worst. */
    public enum Verdict {
        FINE,
        /** The instance does its work, but another one shouldn't be stopped now. */
        UNSETTLED,
        /** The instance doesn't do its work, whatever its threads report. */
        STALLED;

        /** What it means if these make no progress. */
        public static Verdict of(Collection<?> stalled) {
            return stalled.isEmpty() ? FINE : STALLED;
        }
    }

    /** Looks at one thing that can go wrong. */
    public interface Probe {

        /** Looks once, by one thread at a time, and may wait for a disk or the brokers; throws if these don't answer. */
        Verdict probe() throws ExecutionException, TimeoutException, InterruptedException;
    }

    private final String name;
    private final StateFolder folder;
    private final LongSupplier nanoTime;
    private final List<Check> checks = new CopyOnWriteArrayList<>();
    private final List<Supplier<Duration>> ages = new CopyOnWriteArrayList<>();
    private final Check disk;
    private final PeriodicTask watch;
    private final Map<String, Integer> rebuilds = new ConcurrentHashMap<>();
    private final Deque<Long> failures = new ArrayDeque<>();
    private long failed;
    private volatile boolean heldUp;
    private boolean answered = true;
    private boolean closed;

    /** Prepares the checks that every application has. */
    Health(String name, StateFolder folder) {
        this(name, folder, System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} */
    Health(String name, StateFolder folder, LongSupplier nanoTime) {
        this.name = name;
        this.folder = folder;
        this.nanoTime = nanoTime;
        watch = new PeriodicTask(name + "-health", ROUND, this::round);
        disk = add("disk", ROUND, this::probeDisk);
    }

    /** A look that is repeated. */
    final class Check {

        private final String what;
        private final Probe probe;
        private final PeriodicTask task;
        private volatile Verdict found = Verdict.FINE;

        /** When the present look began; null between looks. */
        private volatile @Nullable Long begun;

        /** When the first look began that the brokers didn't answer; null if they answered the last one. */
        private volatile @Nullable Long silentSince;

        private boolean refused;

        private Check(String what, Duration interval, Probe probe) {
            this.what = what;
            this.probe = probe;
            task = new PeriodicTask(name + "-" + what, interval, this::run);
        }

        /** Looks without waiting for its turn. */
        void soon() {
            task.soon();
        }

        /** Looks once, in the calling thread. */
        void run() {
            long asked = nanoTime.getAsLong();
            begun = asked;
            try {
                found = probe.probe();
                silentSince = null;
                refused = false;
            } catch (ExecutionException | TimeoutException | KafkaException | BrokerUnavailableException e) {
                unanswered(e, asked);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                begun = null;
            }
        }

        private void unanswered(Exception e, long asked) {
            LOG.debug("{} can't look at its {} now", name, what, e);
            Throwable reason = e instanceof ExecutionException ? e.getCause() : e;
            // The brokers answered that they won't tell: a right is missing, or they are too old.
            boolean refusal = reason instanceof AuthorizationException || reason instanceof UnsupportedVersionException;
            if (refusal && !refused) {
                LOG.warn("{} may not look at its {}: {}", name, what, FaultWords.of(e));
            }
            refused |= refusal;
            Long since = silentSince;
            silentSince = refusal ? null : since == null ? Long.valueOf(asked) : since;
        }

        private Duration silence() {
            Long since = silentSince;
            return since == null ? Duration.ZERO : since(since);
        }

        private Verdict verdict() {
            return found == Verdict.FINE && silence().compareTo(UNKNOWN) > 0 ? Verdict.UNSETTLED : found;
        }
    }

    private Duration since(long nanos) {
        return Duration.ofNanos(nanoTime.getAsLong() - nanos);
    }

    /** Adds a check of the application's own, before the start; {@code what} is named in the log. */
    public Check add(String what, Duration interval, Probe probe) {
        Check check = new Check(what, interval, probe);
        checks.add(check);
        return check;
    }

    /** Adds how old something may be that is served. */
    public void addAge(Supplier<Duration> age) {
        ages.add(age);
    }

    /** Whether anything is served whose age is known. */
    public boolean hasAges() {
        return !ages.isEmpty();
    }

    void start() {
        checks.forEach(check -> check.task.start());
        watch.start();
    }

    private void round() {
        Long hanging = disk.begun;
        if (hanging != null) {
            diskHangs(since(hanging));
        }
        boolean now = silence().isZero();
        if (now != answered) {
            LOG.warn("{}: {}", name, now ? "the brokers respond again" : "the brokers don't respond");
        }
        answered = now;
    }

    /**
     * Looks whether the local stores can be written. Nothing waits for a store's error: RocksDB may instead let a write on
     * a full disk wait until there is room. The writing thread then stops silently, while its data continues to be served
     * and becomes ever older.
     */
    Verdict probeDisk() {
        // Not while holding the lock: a disk that hangs would make everybody wait who asks.
        return found(folder.obstacle());
    }

    /** The last look at the disk hasn't returned for this long. */
    void diskHangs(Duration since) {
        if (since.compareTo(DISK_PATIENCE) > 0) {
            found("its disk has not responded for " + DISK_PATIENCE.toSeconds() + " s");
        }
    }

    private synchronized Verdict found(@Nullable String obstacle) {
        if (obstacle != null && !heldUp) {
            LOG.error("{} stops until it can write to its state folder {}: {}", name, folder, obstacle);
        } else if (obstacle == null && heldUp) {
            LOG.info("{} continues: its state folder {} can be written again", name, folder);
        }
        heldUp = obstacle != null;
        notifyAll();
        return heldUp ? Verdict.UNSETTLED : Verdict.FINE;
    }

    synchronized Verdict probeThreads() {
        boolean many = failures.size() == SEVERAL
                && since(failures.getFirst()).compareTo(SHORTLY) < 0
                && since(failures.getLast()).compareTo(JUST_NOW) < 0;
        return many ? Verdict.STALLED : Verdict.FINE;
    }

    /** A thread has failed. */
    synchronized void threadFailed() {
        failed++;
        failures.addLast(nanoTime.getAsLong());
        if (failures.size() > SEVERAL) {
            failures.removeFirst();
        }
    }

    /** How many threads have failed since the start. */
    public synchronized long failures() {
        return failed;
    }

    /** Whether nothing could be written to the state folder at the last look. */
    boolean isHeldUp() {
        return heldUp;
    }

    /** Returns once the state folder can be written; false if this was closed or the thread interrupted before. */
    synchronized boolean awaitRoom() {
        try {
            while (heldUp && !closed) {
                wait();
            }
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Called by a thread that failed because of a local store, before it is replaced. A damaged store is discarded, so that
     * the replacing thread restores it from Kafka. While nothing can be written, as on a full disk, the thread waits:
     * otherwise the next one would immediately fail like it, forever. Returns whether to go on.
     */
    boolean recover(StoreFault fault) {
        probeDisk();
        if (heldUp) {
            return awaitRoom();
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

    private Verdict worst() {
        return Stream.concat(checks.stream().map(Check::verdict), Stream.of(probeThreads()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static Duration longest(Stream<Duration> times) {
        return times.max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** For how long the brokers haven't answered one of the checks; zero while they answer all of them. */
    public Duration silence() {
        return longest(checks.stream().map(Check::silence));
    }

    /** For how long changes may have been missing in what is served; a moment while all keep up. */
    public Duration age() {
        return longest(ages.stream().map(Supplier::get));
    }

    /** The same; zero while it is negligible. */
    public Duration notableAge() {
        Duration age = age();
        return age.compareTo(TOLERATED_AGE) > 0 ? age : Duration.ZERO;
    }

    /** Whether waiting records are processed, and no thread fails repeatedly. */
    public boolean isProgressing() {
        return worst() != Verdict.STALLED;
    }

    /** Whether no check finds anything. */
    public boolean isFine() {
        return worst() == Verdict.FINE;
    }

    /** Whether what is served is no older than a few seconds, and stays so as far as can be known. */
    public boolean isCurrent() {
        return isProgressing() && silence().isZero() && notableAge().isZero();
    }

    /** Releases the waiting threads. */
    @Override
    public void close() {
        watch.close();
        checks.forEach(check -> check.task.close());
        synchronized (this) {
            closed = true;
            notifyAll();
        }
    }
}
