package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.Health.Verdict;
import dev.partnercatalog.runtime.progress.TableEnds;
import dev.partnercatalog.runtime.store.LastWhole;
import dev.partnercatalog.runtime.store.OwnerOnly;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.runtime.store.StoreSources;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka Streams application that has only global stores, from start to close. Its one thread can't be replaced: after
 * a fault the application is made anew, and its stores continue where they were. It waits for a full disk. Thread-safe.
 */
public final class GlobalApplication implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GlobalApplication.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Learns when the stores can be read. */
    public interface Reader {

        /** The application runs: its stores hold everything that the topics held at its start. */
        void loaded(KafkaStreams streams);

        /** The stores can't be read from now on. */
        void unloaded();
    }

    private final String name;
    private final Supplier<Topology> topology;
    private final Properties properties;
    private final Reader reader;
    private final StateFolder folder;
    private final Health health;
    private final Thread running;
    private final Object changed = new Object();
    private volatile @Nullable KafkaStreams streams;
    private volatile boolean loaded;
    private volatile boolean closed;
    private volatile boolean unwanted;

    /**
     * Prepares the application; nothing runs yet.
     *
     * @param topology makes the same topology each time
     * @param stores the names of its stores on the disk
     * @param sources what they are made from
     * @throws StateFolderException if the folder of its stores can't be written, or another process uses it
     */
    public GlobalApplication(
            String name,
            Supplier<Topology> topology,
            Set<String> stores,
            StoreSources sources,
            Properties properties,
            Reader reader) {
        this.name = name;
        this.topology = topology;
        this.properties = StreamsDefaults.complete(properties);
        this.reader = reader;
        StreamsConfig config = new StreamsConfig(this.properties);
        folder = new StateFolder(Path.of(
                config.getString(StreamsConfig.STATE_DIR_CONFIG),
                config.getString(StreamsConfig.APPLICATION_ID_CONFIG)));
        folder.prepare(stores, sources, Instant.now());
        health = new Health(name, folder);
        running = new Thread(this::run, name + "-application");
    }

    /** Looks every second how far the tables are; to be called before the start. */
    public void watch(TableEnds tables) {
        health.add("tables", Health.ROUND, () -> {
            Instant asked = Instant.now();
            // While tables are loaded, most of their partitions wait for their turn.
            Set<TopicPartition> stalled = loaded ? tables.look() : Set.of();
            if (!health.isHeldUp()) {
                noteWhole(tables, asked);
            }
            return Verdict.of(stalled);
        });
        health.addAge(tables::age);
    }

    private void noteWhole(TableEnds tables, Instant asked) {
        Map<String, @Nullable Instant> whole = new HashMap<>();
        whole.put(LastWhole.GLOBAL, tables.whole());
        String fault = folder.looked(whole, asked);
        if (fault != null) {
            ProcessEnd.now(fault);
        }
        if (tables.flush()) {
            folder.durable();
        }
    }

    public void start() {
        health.start();
        running.start();
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        try {
            while (!closed && health.awaitRoom()) {
                long begun = System.nanoTime();
                runOnce();
                if (closed) {
                    return;
                }
                boolean lasted = System.nanoTime() - begun > LONGEST_PAUSE.toNanos();
                awaitClosed(lasted ? FIRST_PAUSE : pause);
                pause = lasted ? FIRST_PAUSE : shorter(pause.multipliedBy(2), LONGEST_PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void awaitClosed(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        synchronized (changed) {
            for (long left = atMost.toNanos(); left > 0 && !closed; left = deadline - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(changed, left);
            }
        }
    }

    /** Runs the application until it ends, for whatever reason. */
    private void runOnce() throws InterruptedException {
        unwanted = false;
        KafkaStreams made;
        try {
            made = new KafkaStreams(topology.get(), properties);
            // Kafka Streams has just made it readable for the group.
            OwnerOnly.restrict(folder.path());
        } catch (RuntimeException e) {
            failed(e);
            return;
        }
        made.setUncaughtExceptionHandler(fault -> {
            failed(fault);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        made.setStateListener((now, before) -> tell());
        synchronized (changed) {
            streams = made;
        }
        try {
            // Returns once all stores are loaded.
            made.start();
            if (await(made, State.RUNNING)) {
                reader.loaded(made);
                // Only now: who waits for it reads the stores.
                loaded = true;
                tell();
                await(made, null);
            }
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            loaded = false;
            reader.unloaded();
            if (!made.close(CloseOptions.timeout(CLOSE_TIMEOUT))) {
                LOG.warn("{} did not close within {} s", name, CLOSE_TIMEOUT.toSeconds());
            }
        }
    }

    private void tell() {
        synchronized (changed) {
            changed.notifyAll();
        }
    }

    /**
     * Waits for a state, or until the application ends or should end.
     *
     * @param wanted null to wait for the end
     * @return whether it has that state
     */
    private boolean await(KafkaStreams made, @Nullable State wanted) throws InterruptedException {
        synchronized (changed) {
            while (!closed
                    && !unwanted
                    && made.state() != wanted
                    && made.state().isRunningOrRebalancing()) {
                changed.wait();
            }
            return made.state() == wanted;
        }
    }

    private void failed(Throwable fault) {
        if (ProcessEnd.isOutOfMemory(fault)) {
            ProcessEnd.now("it is out of memory: " + fault);
        }
        if (closed) {
            LOG.debug("{}: the thread of the tables ended while it was being closed", name, fault);
            return;
        }
        health.threadFailed();
        health.lookAtDisk();
        LOG.error("{}: the thread of the tables failed; the tables are opened anew", name, fault);
    }

    /** Ends the application and makes it anew: its stores judge again whether they are still of use. */
    public void makeAnew() {
        unwanted = true;
        tell();
    }

    /** Whether its stores can be read, and are kept up to date. */
    public boolean isRunning() {
        return loaded && !health.isHeldUp();
    }

    /** What its checks say, and where others are added before the start. */
    public Health health() {
        return health;
    }

    /** Whether it has stopped because of a fault of its own: then only a restart helps. */
    public boolean hasFailed() {
        return !closed && running.getState() == Thread.State.TERMINATED;
    }

    /**
     * Waits until the stores can be written. Their content is served meanwhile. The writer calls this before each write.
     */
    public void awaitRoom() {
        try {
            health.awaitRoom();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The metrics of Kafka Streams and of its clients; none while the application is made anew. */
    public Map<MetricName, ? extends Metric> metrics() {
        KafkaStreams made = streams;
        return made == null ? Map.of() : made.metrics();
    }

    /** Waits until the stores can be read; returns whether that happened in time. */
    public boolean awaitRunning(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (changed) {
            while (!isRunning()) {
                long left = deadline - System.nanoTime();
                if (left <= 0 || closed) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(changed, left);
            }
        }
        return true;
    }

    /** Closes the stores. Takes some seconds at most, even while they are being loaded. */
    @Override
    public void close() {
        health.close();
        closed = true;
        tell();
        KafkaStreams made = streams;
        if (made != null) {
            made.close(CloseOptions.timeout(CLOSE_TIMEOUT));
        }
        try {
            running.join(CLOSE_TIMEOUT.toMillis());
            if (made != null && made.state() == State.NOT_RUNNING) {
                folder.durable();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
