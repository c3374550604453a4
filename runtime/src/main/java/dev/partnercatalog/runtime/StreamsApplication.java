package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.Health.Verdict;
import dev.partnercatalog.runtime.progress.GroupProgress;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.runtime.progress.TableEnds;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.store.LastWhole;
import dev.partnercatalog.runtime.store.OwnerOnly;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka Streams application from start to close. A thread that dies is replaced: the records it was processing are
 * read again, so a temporary fault only costs time. Damaged local stores are rebuilt, and the application waits for a
 * full disk. Thread-safe.
 */
public final class StreamsApplication implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsApplication.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final String name;
    private final Supplier<KafkaStreams> making;
    private final StateFolder folder;
    private final StoreRecovery recovery;
    private final Health health;
    private final GroupProgress progress;
    private final ReadPositions stores = new ReadPositions(System::nanoTime);

    /** How many offsets at the end of a changelog may be those of transaction markers, which no store reaches. */
    private final int markers;

    private volatile @Nullable TableEnds tables;
    private volatile OptionalLong standbyLag = OptionalLong.empty();
    private final Object stateChanged = new Object();
    private final Object life = new Object();
    private final AtomicBoolean startingAgain = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Runnable beforeStart = () -> {};
    private @Nullable StateRestoreListener restores;
    private volatile KafkaStreams streams;

    /**
     * Prepares the application; nothing runs yet.
     *
     * @param quarantine for the records that its topology reads
     * @throws StateFolderException if the folder of its stores can't be written, or another process uses it
     */
    public StreamsApplication(String name, Topology topology, Properties properties, Quarantine quarantine) {
        this(name, topology, properties, quarantine, StoreSources.unknown(), null);
    }

    /**
     * Like the other constructor, with what decides whether the stores are still of use (D38).
     *
     * @param clients the application's own; null for those of Kafka Streams
     */
    public StreamsApplication(
            String name,
            Topology topology,
            Properties properties,
            Quarantine quarantine,
            StoreSources sources,
            @Nullable KafkaClientSupplier clients) {
        Properties complete = StreamsDefaults.complete(properties);
        quarantine.applyTo(complete);
        StreamsConfig config = new StreamsConfig(complete);
        this.name = name;
        this.folder = folder(config);
        folder.prepare(stores(topology), sources, Instant.now());
        this.health = new Health(name, folder);
        this.recovery = new StoreRecovery(name, folder, health);
        this.making = () -> prepared(topology, complete, clients == null ? config.getKafkaClientSupplier() : clients);
        this.streams = making.get();
        // Kafka Streams has just made it readable for the group.
        OwnerOnly.restrict(folder.path());
        this.markers = isExactlyOnce(config) ? 1 : 0;
        health.add("stores", Health.ROUND, this::lookAtStores);
        this.progress = new GroupProgress(
                config.getString(StreamsConfig.APPLICATION_ID_CONFIG), config, (brokers, committed) -> partitions());
        health.add("progress", GroupProgress.INTERVAL, () -> Verdict.of(progress.look()));
        listen();
    }

    private void listen() {
        streams.setStateListener((now, before) -> {
            LOG.debug("{} is {}", name, now);
            if (now != State.RUNNING) {
                standbyLag = OptionalLong.empty();
            }
            synchronized (stateChanged) {
                stateChanged.notifyAll();
            }
        });
        streams.setUncaughtExceptionHandler(this::handle);
        if (restores != null) {
            streams.setGlobalStateRestoreListener(restores);
        }
    }

    private static StateFolder folder(StreamsConfig config) {
        return new StateFolder(Path.of(
                config.getString(StreamsConfig.STATE_DIR_CONFIG),
                config.getString(StreamsConfig.APPLICATION_ID_CONFIG)));
    }

    private static boolean isExactlyOnce(StreamsConfig config) {
        return StreamsConfig.EXACTLY_ONCE_V2.equals(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
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

    private static Set<String> stores(Topology topology) {
        TopologyDescription all = topology.describe();
        return Stream.concat(
                        all.subtopologies().stream().flatMap(subtopology -> subtopology.nodes().stream()),
                        all.globalStores().stream().map(TopologyDescription.GlobalStore::processor))
                .filter(TopologyDescription.Processor.class::isInstance)
                .flatMap(node -> ((TopologyDescription.Processor) node).stores().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** How far its stores are behind their logs, above all the copies that take over when another instance leaves. */
    private Verdict lookAtStores() {
        KafkaStreams now = streams;
        if (now.state() == State.RUNNING) {
            Instant asked = Instant.now();
            long nanos = System.nanoTime();
            Map<String, Map<Integer, LagInfo>> lags = now.allLocalStorePartitionLags();
            standbyLag = OptionalLong.of(lags.values().stream()
                    .flatMap(store -> store.values().stream())
                    .mapToLong(LagInfo::offsetLag)
                    .max()
                    .orElse(0));
            if (now.state() == State.RUNNING && !health.isHeldUp()) {
                noteWholes(lags, asked, nanos);
            }
        }
        return standbyLag.orElse(Long.MAX_VALUE) <= GroupSettings.NEAR ? Verdict.FINE : Verdict.UNSETTLED;
    }

    private void noteWholes(Map<String, Map<Integer, LagInfo>> lags, Instant asked, long nanos) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        lags.forEach((store, partitions) -> partitions.forEach((number, lag) -> {
            TopicPartition partition = new TopicPartition(store, number);
            stores.of(partition).at(lag.currentOffsetPosition());
            ends.put(partition, lag.endOffsetPosition() - markers);
        }));
        stores.only(ends.keySet());
        stores.ends(new ReadPositions.Ends(ends, ends, asked, nanos));
        Map<TopicPartition, Instant> known = stores.wholes();
        Map<String, @Nullable Instant> wholes = new HashMap<>();
        ends.keySet().forEach(store -> wholes.put(LastWhole.name(store.topic(), store.partition()), known.get(store)));
        if (tables != null) {
            wholes.put(LastWhole.GLOBAL, tables.whole());
            tables.flush();
        }
        String fault = folder.looked(wholes, asked);
        if (fault != null) {
            ProcessEnd.now(fault);
        }
    }

    /** Looks every second how far its global tables are; to be called before the start. */
    public void watch(TableEnds ends) {
        tables = ends;
        health.add("tables", Health.ROUND, () -> Verdict.of(ends.look()));
        health.addAge(ends::age);
    }

    private StreamThreadExceptionResponse handle(Throwable fault) {
        if (ProcessEnd.isOutOfMemory(fault)) {
            ProcessEnd.now("it is out of memory: " + fault);
        }
        health.threadFailed();
        StoreFault ofStore = StoreFault.of(fault).orElse(null);
        if (ofStore != null) {
            LOG.debug("{}: a local store failed", name, fault);
            StreamThreadExceptionResponse response = recovery.recover(ofStore);
            if (response == StreamThreadExceptionResponse.SHUTDOWN_CLIENT) {
                return response;
            }
        } else {
            LOG.error("{}: a thread failed and is replaced", name, fault);
        }
        boolean ofGlobalStores = Thread.currentThread().getName().contains("GlobalStreamThread")
                || (ofStore != null && ofStore.global() && ofStore.damaged());
        if (!ofGlobalStores) {
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        // Kafka Streams replaces no thread of global stores, and opens them only at its start.
        if (startingAgain.compareAndSet(false, true)) {
            new Thread(this::startAgain, name + "-start").start();
        }
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private void startAgain() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            synchronized (life) {
                if (!closed) {
                    streams.close(CLOSE_TIMEOUT);
                    beforeStart.run();
                    streams = making.get();
                    listen();
                    startUntilSound();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("{} can't be started again", name, e);
        } finally {
            startingAgain.set(false);
        }
    }

    private KafkaStreams prepared(Topology topology, Properties properties, KafkaClientSupplier clients) {
        try {
            return new KafkaStreams(topology, properties, clients);
        } catch (RuntimeException e) {
            health.close();
            throw e instanceof StreamsException
                    ? new StateFolderException("the state folder can't be used: " + FaultWords.of(e), e)
                    : e;
        }
    }

    public void start() {
        synchronized (life) {
            startUntilSound();
        }
        health.start();
    }

    private void startUntilSound() {
        while (!startStreams()) {
            streams = making.get();
            listen();
        }
    }

    /** Tells a listener what is restored; to be called before the start. */
    public void onRestore(StateRestoreListener listener) {
        restores = listener;
        listen();
    }

    /** Calls the listener before the application is started again, after its stores were closed. */
    public void beforeStart(Runnable again) {
        beforeStart = again;
    }

    /**
     * Waits until the stores can be written. The writer of a global store calls this before each write, since its thread
     * isn't replaced.
     */
    public void awaitRoom() {
        try {
            health.awaitRoom();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Kafka Streams opens each store before it starts its threads, and gives up for good at one that is damaged. Then that
     * one is discarded, and this returns false.
     */
    private boolean startStreams() {
        try {
            streams.start();
            return true;
        } catch (StreamsException e) {
            StoreFault fault = StoreFault.of(e).orElseThrow(() -> e);
            streams.close(CLOSE_TIMEOUT);
            if ((fault.task().isEmpty() && !fault.global())
                    || !fault.damaged()
                    || recovery.recover(fault) != StreamThreadExceptionResponse.REPLACE_THREAD) {
                throw e;
            }
            return false;
        }
    }

    /** What its checks say. */
    public Health health() {
        return health;
    }

    /** For interactive queries and metrics; its life cycle stays here. */
    public KafkaStreams streams() {
        return streams;
    }

    public boolean isRunning() {
        return streams.state() == State.RUNNING && !health.isHeldUp();
    }

    /**
     * Whether it runs and makes progress, and its copies of other instances' stores are complete too: then another instance
     * may be stopped.
     */
    public boolean isSettled() {
        return isRunning() && standbyLag.isPresent() && health.isFine();
    }

    /** How far the partitions that are read here have been read. */
    public GroupProgress progress() {
        return progress;
    }

    /** The lag of the standby store that is furthest behind, in records; empty if currently unknown. */
    public OptionalLong standbyLag() {
        return standbyLag;
    }

    /** Whether it has stopped because of a fault of its own: then only a restart helps. */
    public boolean hasFailed() {
        return !startingAgain.get() && (streams.state() == State.ERROR || streams.state() == State.PENDING_ERROR);
    }

    /** Waits until every assigned task is restored and running; returns whether that happened in time. */
    public boolean awaitRunning(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (stateChanged) {
            while (!isRunning()) {
                long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                if (left <= 0 || streams.state() == State.ERROR || streams.state() == State.NOT_RUNNING) {
                    return false;
                }
                stateChanged.wait(left);
            }
        }
        return true;
    }

    /**
     * Closes within ten seconds. Leaves the group, so that other instances take over its tasks at once.
     */
    @Override
    public void close() {
        closed = true;
        health.close();
        progress.close();
        synchronized (life) {
            closeStreams();
        }
    }

    private void closeStreams() {
        CloseOptions options = CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
        if (streams.close(options)) {
            folder.durable();
        } else {
            LOG.warn("{} did not close within {} s", name, CLOSE_TIMEOUT.toSeconds());
        }
    }
}
