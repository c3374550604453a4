package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.Health.Verdict;
import dev.partnercatalog.runtime.progress.GroupProgress;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.runtime.store.LastCaughtUp;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka Streams application from start to close, with tasks, global stores, or both. A thread of tasks that dies is
 * replaced: the records it was processing are read again, so a temporary fault only costs time. The thread of the
 * global stores can't be replaced: after a fault of theirs the application is made anew, and its stores continue where
 * they were. Damaged local stores are rebuilt, and the application waits for a full disk. Thread-safe.
 */
public final class StreamsApplication implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsApplication.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    /** Learns when the stores can be read. */
    public interface Reader {

        /** The application runs: its global stores hold everything that the topics held at its start. */
        default void loaded(KafkaStreams streams) {}

        /** The stores can't be read from now on. Called before they are closed and, if others follow, again after it. */
        void unloaded();
    }

    private final String name;
    private final Supplier<KafkaStreams> making;
    private final StoppableLoading loading;
    private final StateFolder folder;
    private final LastCaughtUp caughtUp;
    private final Health health;
    private final StoreProgress stores;
    private final Health.Check storeCheck;

    /** Of its tasks; null if it has only global stores. */
    private final @Nullable GroupProgress progress;

    private final Thread running;
    private final Object changed = new Object();
    private volatile @Nullable Reader reader;
    private volatile @Nullable StateRestoreListener restores;
    private volatile KafkaStreams streams;
    private volatile boolean starting;
    private volatile boolean loaded;
    private volatile boolean unwanted;
    private volatile boolean gaveUp;
    private volatile boolean closed;

    /** Prepares an application whose stores aren't judged. */
    public StreamsApplication(String name, Topology topology, Properties properties) {
        this(name, topology, properties, StoreSources.unknown(), null);
    }

    /** The same, with what decides whether the stores are still of use (D38), and clients of its own, if not null. */
    public StreamsApplication(
            String name,
            Topology topology,
            Properties properties,
            StoreSources sources,
            @Nullable KafkaClientSupplier clients) {
        StreamsConfig config = new StreamsConfig(properties);
        String id = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        this.name = name;
        folder = new StateFolder(Path.of(config.getString(StreamsConfig.STATE_DIR_CONFIG), id));
        caughtUp = folder.prepare(stores(topology), sources, Instant.now());
        health = new Health(name, folder);
        loading = new StoppableLoading(clients == null ? config.getKafkaClientSupplier() : clients);
        making = () -> new KafkaStreams(topology, properties, loading);
        boolean exactlyOnce =
                StreamsConfig.EXACTLY_ONCE_V2.equals(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        boolean hasTasks = !topology.describe().subtopologies().isEmpty();
        stores = new StoreProgress(caughtUp, hasTasks, exactlyOnce ? 1 : 0);
        streams = first();
        storeCheck = health.add("stores", Health.ROUND, () -> stores.probe(streams, health.isHeldUp()));
        progress = hasTasks ? ofTasks(id, config) : null;
        running = new Thread(this::run, name + "-application");
    }

    private GroupProgress ofTasks(String group, StreamsConfig config) {
        GroupProgress made = new GroupProgress(group, config, (brokers, committed) -> partitions());
        health.add("progress", GroupProgress.INTERVAL, () -> Verdict.of(made.check()));
        return made;
    }

    private KafkaStreams first() {
        try {
            return make();
        } catch (RuntimeException e) {
            health.close();
            throw e instanceof StreamsException
                    ? new StateFolderException("the state folder can't be used: " + FaultWords.of(e), e)
                    : e;
        }
    }

    private KafkaStreams make() {
        KafkaStreams made = making.get();
        // Kafka Streams has just made it readable for the group.
        StateFolder.restrict(folder.path());
        made.setUncaughtExceptionHandler(this::handle);
        made.setStateListener((now, before) -> {
            LOG.debug("{} is {}", name, now);
            if (now == State.RUNNING) {
                storeCheck.soon();
            } else {
                stores.stopped();
            }
            tell();
        });
        StateRestoreListener listener = restores;
        if (listener != null) {
            made.setGlobalStateRestoreListener(listener);
        }
        return made;
    }

    private static Set<String> stores(Topology topology) {
        TopologyDescription all = topology.describe();
        return Stream.concat(
                        all.subtopologies().stream().flatMap(subtopology -> subtopology.nodes().stream()),
                        all.globalStores().stream().map(TopologyDescription.GlobalStore::processor))
                .filter(TopologyDescription.Processor.class::isInstance)
                .flatMap(node -> ((TopologyDescription.Processor) node).stores().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The partitions that are read here; none while they are being reassigned or nothing can be written. */
    private Set<TopicPartition> partitions() {
        return isRunning()
                ? streams.metadataForLocalThreads().stream()
                        .flatMap(thread -> thread.activeTasks().stream())
                        .flatMap(task -> task.topicPartitions().stream())
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /**
     * Looks every second how far its global stores are; to be called before the start.
     *
     * @param admin that doesn't wait for long
     * @param positions of the stores in all of their partitions
     * @param flush makes durable what the stores hold; throws {@link InvalidStateStoreException} while they are closed
     */
    public void watch(Admin admin, ReadPositions positions, Runnable flush) {
        stores.watch(admin, positions, flush);
        // While stores are loaded, most of their partitions wait for their turn.
        health.add("tables", Health.ROUND, () -> Verdict.of(loaded ? stores.probeTables() : Set.of()));
        health.addAge(positions::age);
    }

    /** Tells a reader when the stores can be read; to be called before the start. */
    public void readBy(Reader one) {
        reader = one;
    }

    /** Tells a listener what is restored; to be called before the start. */
    public void onRestore(StateRestoreListener listener) {
        restores = listener;
        streams.setGlobalStateRestoreListener(listener);
    }

    /** Begins to load the stores and to read; returns at once. */
    public void start() {
        health.start();
        running.start();
    }

    private void run() {
        long pause = FIRST_PAUSE.toMillis();
        try {
            while (!closed) {
                long begun = System.nanoTime();
                runUntilItEnds();
                if (System.nanoTime() - begun > LONGEST_PAUSE.toNanos()) {
                    pause = FIRST_PAUSE.toMillis();
                }
                if (await(() -> closed || gaveUp, Duration.ofMillis(pause)) || !health.awaitRoom()) {
                    return;
                }
                pause = Math.min(2 * pause, LONGEST_PAUSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runUntilItEnds() throws InterruptedException {
        unwanted = false;
        RuntimeException fault = null;
        try {
            if (streams.state() != State.CREATED) {
                streams = make();
            }
            KafkaStreams made = streams;
            load(made);
            await(() -> isOver(made) || made.state() == State.RUNNING, FOR_EVER);
            if (!isOver(made)) {
                Reader told = reader;
                if (told != null) {
                    told.loaded(made);
                }
                // Only now: who waits for it reads the stores.
                loaded = true;
                tell();
                await(() -> isOver(made), FOR_EVER);
            }
        } catch (RuntimeException e) {
            fault = e;
        } finally {
            unload();
            closeStreams();
            unload();
        }
        if (fault != null) {
            handle(fault);
        }
    }

    /** Starts it; returns once all global stores are loaded. */
    private void load(KafkaStreams made) {
        // Set before the other flag is read. Closing does the reverse, so that one of both sees the other.
        starting = true;
        try {
            if (!closed) {
                made.start();
            }
        } finally {
            starting = false;
        }
    }

    private boolean isOver(KafkaStreams made) {
        return closed || unwanted || gaveUp || !made.state().isRunningOrRebalancing();
    }

    private void unload() {
        loaded = false;
        Reader told = reader;
        if (told != null) {
            told.unloaded();
        }
    }

    private void tell() {
        synchronized (changed) {
            changed.notifyAll();
        }
    }

    /** Waits for a condition; returns whether it holds. */
    private boolean await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        synchronized (changed) {
            while (!condition.getAsBoolean()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(changed, left);
            }
            return true;
        }
    }

    private StreamThreadExceptionResponse handle(Throwable fault) {
        if (ProcessEnd.isOutOfMemory(fault)) {
            ProcessEnd.now("it is out of memory: " + fault);
        }
        if (closed) {
            LOG.debug("{}: a thread ended while it was being closed", name, fault);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        health.threadFailed();
        StoreFault ofStore = StoreFault.of(fault).orElse(null);
        if (ofStore == null) {
            health.probeDisk();
            LOG.error("{}: a thread failed and is replaced", name, fault);
        } else {
            LOG.debug("{}: a local store failed", name, fault);
            if (!health.recover(ofStore)) {
                gaveUp = true;
                tell();
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            }
        }
        // Kafka Streams replaces no thread of global stores, and opens them only at its start.
        boolean ofGlobalStores = Thread.currentThread().getName().contains("GlobalStreamThread")
                || (ofStore != null && ofStore.global() && ofStore.damaged());
        return ofGlobalStores
                ? StreamThreadExceptionResponse.SHUTDOWN_CLIENT
                : StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Ends the application and makes it anew: its stores judge again whether they are still of use. */
    public void rebuild() {
        unwanted = true;
        tell();
    }

    /** Waits until the stores can be written; for writers of global stores, whose thread isn't replaced. */
    public void awaitRoom() {
        health.awaitRoom();
    }

    /** What its checks say, and where others are added before the start. */
    public Health health() {
        return health;
    }

    /** For interactive queries and metrics; its life cycle stays here. */
    public KafkaStreams streams() {
        return streams;
    }

    /** Whether its stores can be read, and are kept up to date. */
    public boolean isRunning() {
        return loaded && streams.state() == State.RUNNING && !health.isHeldUp();
    }

    /** Whether it does its work and its copies of other stores are complete: then another instance may be stopped. */
    public boolean isSettled() {
        return isRunning() && standbyLag().isPresent() && health.isFine();
    }

    /** Whether it divides its work into tasks, and doesn't only have global stores. */
    public boolean hasTasks() {
        return progress != null;
    }

    /** How far the partitions that are read here have been read: those of its tasks or, if it has none, of its tables. */
    public ReadPositions positions() {
        return progress == null ? stores.ofTables() : progress.positions();
    }

    /** The lag of the standby store that is furthest behind, in records; empty if currently unknown. */
    public OptionalLong standbyLag() {
        return stores.standbyLag();
    }

    /** Whether it has stopped because of a fault of its own: then only a restart helps. */
    public boolean hasFailed() {
        return !closed && (gaveUp || running.getState() == Thread.State.TERMINATED);
    }

    /** Waits until all tasks run and the global stores can be read. Returns whether that happened in time. */
    public boolean awaitRunning(Duration timeout) throws InterruptedException {
        return await(() -> closed || gaveUp || isRunning(), timeout) && isRunning();
    }

    /** Closes within some seconds, or half a minute if brokers fall silent while it loads its stores, and leaves the group, so that other instances take over its tasks at once. */
    @Override
    public void close() {
        closed = true;
        health.close();
        tell();
        if (progress != null) {
            progress.close();
        }
        if (starting && loading.stop()) {
            LOG.info("{} is closed while it loads its stores; Kafka Streams logs that as an error", name);
        }
        closeStreams();
        try {
            running.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (streams.state() == State.NOT_RUNNING) {
            caughtUp.durable();
        }
    }

    private void closeStreams() {
        CloseOptions options = CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(
                        closed ? GroupMembershipOperation.LEAVE_GROUP : GroupMembershipOperation.REMAIN_IN_GROUP);
        if (!streams.close(options)) {
            LOG.warn("{} did not close within {} s", name, CLOSE_TIMEOUT.toSeconds());
        }
    }
}
