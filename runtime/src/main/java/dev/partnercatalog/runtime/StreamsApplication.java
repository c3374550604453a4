package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.fetch.BoundedConsumers;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.quarantine.StuckRecordWatch;
import dev.partnercatalog.runtime.store.OwnerOnly;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka Streams application from start to close. A thread that dies is replaced: what it had in hand is read again,
 * so a fault that passes costs time and nothing else. Local stores that are damaged are rebuilt, and a disk without room
 * is waited for. Thread-safe.
 */
public final class StreamsApplication implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsApplication.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private static final int FETCH_BYTES = 8 << 20;

    /** Half a second by default. */
    private static final int GLOBAL_FETCH_WAIT_MS = 20;

    private static final int ADMIN_TIMEOUT_MS = 10_000;

    private final String name;
    private final boolean isStaticMember;
    private final KafkaStreams streams;
    private final StandbyWatch standbys;
    private final @Nullable HangingTransactions transactions;
    private final StateFolder folder;
    private final StateFolderWatch folderWatch;
    private final StoreRecovery recovery;
    private final StuckRecordWatch stuckRecords;
    private final ProgressWatch progress;
    private final ClockWatch clock = new ClockWatch(InstantSource.system(), ProcessEnd::now);
    private final FailedThreads failedThreads = new FailedThreads(InstantSource.system());
    private final Object stateChanged = new Object();

    /**
     * Prepares the application; nothing runs yet.
     *
     * @param quarantine of the records that its topology reads
     * @throws StateFolderException where the folder of its stores can't be written or another process uses it
     */
    public StreamsApplication(String name, Topology topology, Properties properties, Quarantine quarantine) {
        this(name, topology, properties, quarantine, null);
    }

    /**
     * As the other, with clients of the application's own.
     *
     * @param clients null for those that the properties name
     */
    public StreamsApplication(
            String name,
            Topology topology,
            Properties properties,
            Quarantine quarantine,
            @Nullable KafkaClientSupplier clients) {
        Properties complete = withDefaults(properties);
        quarantine.applyTo(complete);
        StreamsConfig config = new StreamsConfig(complete);
        this.name = name;
        this.isStaticMember =
                complete.containsKey(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
        this.folder = folder(config);
        folder.prepare(stores(topology));
        quarantine.open(folder.path());
        this.folderWatch = new StateFolderWatch(name, folder);
        this.recovery = new StoreRecovery(name, folder, folderWatch);
        this.streams = prepared(topology, complete, clients == null ? config.getKafkaClientSupplier() : clients);
        // Kafka Streams has just let the group read it.
        OwnerOnly.restrict(folder.path());
        this.standbys = new StandbyWatch(streams);
        this.stuckRecords = new StuckRecordWatch(quarantine, folderWatch::isHeldUp, ProcessEnd::now);
        this.transactions = isExactlyOnce(config) ? transactions(config, topology, quarantine.topics()) : null;
        this.progress = progress(config);
        streams.setStateListener((now, before) -> {
            LOG.debug("{} is {}", name, now);
            if (now != State.RUNNING) {
                standbys.forget();
            }
            synchronized (stateChanged) {
                stateChanged.notifyAll();
            }
        });
        streams.setUncaughtExceptionHandler(this::handle);
    }

    private static StateFolder folder(StreamsConfig config) {
        return new StateFolder(
                Path.of(
                        config.getString(StreamsConfig.STATE_DIR_CONFIG),
                        config.getString(StreamsConfig.APPLICATION_ID_CONFIG)),
                isExactlyOnce(config));
    }

    private static boolean isExactlyOnce(StreamsConfig config) {
        return StreamsConfig.EXACTLY_ONCE_V2.equals(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
    }

    private ProgressWatch progress(StreamsConfig config) {
        String group = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        return new ProgressWatch(
                group,
                this::partitions,
                Admin.create(admin(config, group + "-progress")),
                () -> reader(config, group + "-progress"));
    }

    /** The partitions that are read here; none while that changes or nothing can be written. */
    private Set<TopicPartition> partitions() {
        return isRunning()
                ? streams.metadataForLocalThreads().stream()
                        .flatMap(thread -> thread.activeTasks().stream())
                        .flatMap(task -> task.topicPartitions().stream())
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    private static HangingTransactions transactions(StreamsConfig config, Topology topology, Set<String> others) {
        String applicationId = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        Set<String> sinks = topology.describe().subtopologies().stream()
                .flatMap(subtopology -> subtopology.nodes().stream())
                .filter(TopologyDescription.Sink.class::isInstance)
                .map(node -> ((TopologyDescription.Sink) node).topic())
                .filter(Objects::nonNull)
                .collect(Collectors.toUnmodifiableSet());
        Map<String, Object> admin = admin(config, applicationId + "-transactions");
        return new HangingTransactions(
                applicationId,
                topic -> topic.startsWith(applicationId + "-") || sinks.contains(topic) || others.contains(topic),
                Admin.create(admin),
                new TransactionLog(() -> reader(config, applicationId + "-transactions")),
                new TransactionMarkers(admin));
    }

    private static Map<String, Object> admin(StreamsConfig config, String clientId) {
        Map<String, Object> admin = config.getAdminConfigs(clientId);
        // The application waits for the first look.
        admin.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
        admin.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
        return admin;
    }

    private static Consumer<byte[], byte[]> reader(StreamsConfig config, String clientId) {
        Map<String, Object> properties = config.getRestoreConsumerConfigs(clientId);
        return BoundedConsumers.bounded(
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    private static Set<String> stores(Topology topology) {
        return topology.describe().subtopologies().stream()
                .flatMap(subtopology -> subtopology.nodes().stream())
                .filter(TopologyDescription.Processor.class::isInstance)
                .flatMap(node -> ((TopologyDescription.Processor) node).stores().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private StreamThreadExceptionResponse handle(Throwable fault) {
        if (ProcessEnd.isOutOfMemory(fault)) {
            ProcessEnd.now("it is out of memory: " + fault);
        }
        failedThreads.add();
        StoreFault ofStore = StoreFault.of(fault).orElse(null);
        if (ofStore != null) {
            LOG.debug("{}: a local store failed", name, fault);
            return recovery.recover(ofStore);
        }
        LOG.error("{}: a stream thread failed and is replaced", name, fault);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private static KafkaStreams prepared(Topology topology, Properties properties, KafkaClientSupplier clients) {
        try {
            return new KafkaStreams(topology, properties, clients);
        } catch (StreamsException e) {
            throw new StateFolderException("the state folder can't be used: " + e.getMessage(), e);
        }
    }

    private static Properties withDefaults(Properties properties) {
        Properties complete = new Properties();
        // A fault while a global table is filled is handled as any other, which Kafka Streams otherwise warns of.
        complete.put("processing.exception.handler.global.enabled", true);
        // Global tables are loaded one partition after the other, and where each begins is asked of a broker that first
        // lets the last fetch of the partition before it wait for more.
        complete.put(StreamsConfig.globalConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), GLOBAL_FETCH_WAIT_MS);
        // Several in flight were seen to be refused as out of order, again and again, by brokers that met a producer
        // for the first time. One at a time is larger instead.
        complete.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        // Records of a batch have much in common: most of a listing's bytes, in topics and in the stores' changelogs.
        // With lz4
        // a batch takes 130 kB of buffers to begin, and most batches hold few records; zstd takes still more.
        complete.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "snappy");
        // Compressed, that is about what the bound on an answer's records lets through: more would be fetched again.
        complete.put(StreamsConfig.consumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), FETCH_BYTES);
        // Brokers refuse times an hour ahead of theirs: a resolver whose clock is would fail at every event.
        complete.put(StreamsConfig.topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG), TopicSettings.BROKER_TIME);
        complete.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, StreamsClientSupplier.class);
        complete.putAll(properties);
        return complete;
    }

    public void start() {
        if (transactions != null) {
            transactions.start();
        }
        streams.start();
        folderWatch.start();
        standbys.start();
        stuckRecords.start();
        progress.start();
        clock.start();
    }

    /** For interactive queries and metrics; its life cycle stays here. */
    public KafkaStreams streams() {
        return streams;
    }

    public boolean isRunning() {
        return streams.state() == State.RUNNING && !folderWatch.isHeldUp();
    }

    /** Whether it waits until its state folder can be written again. */
    public boolean isHeldUp() {
        return folderWatch.isHeldUp();
    }

    /**
     * Whether it runs and gets on, and its copies of what others own are whole too: then another instance may be
     * stopped.
     */
    public boolean isSettled() {
        return isRunning() && standbys.isWhole() && isProgressing();
    }

    /** Whether what waits to be read is processed, and no thread fails over and over. */
    public boolean isProgressing() {
        return progress.stalled().isEmpty() && !failedThreads.areMany();
    }

    /** How many of the partitions that are read here have records waiting and don't get on. */
    public int stalledPartitions() {
        return progress.stalled().size();
    }

    /** By how many records the local store that is furthest behind is behind; empty where nobody knows now. */
    public OptionalLong standbyLag() {
        return standbys.lag();
    }

    /** In how many partitions a transaction hangs that the brokers don't let this application end. */
    public int hangingTransactions() {
        return transactions == null ? 0 : transactions.count();
    }

    /** Whether it has ended by a fault of its own: then only a restart helps. */
    public boolean hasFailed() {
        return streams.state() == State.ERROR || streams.state() == State.PENDING_ERROR;
    }

    /** Whether it runs or moves tasks between instances; other states need a look. */
    public boolean isAlive() {
        return streams.state().isRunningOrRebalancing() || streams.state() == State.CREATED;
    }

    /** Waits until every assigned task is restored and runs; returns whether that came in time. */
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
     * Closes within ten seconds. Leaves the group, so that other instances take the tasks over at once; a static member
     * stays, whose place is its own when it comes back.
     */
    @Override
    public void close() {
        clock.close();
        folderWatch.close();
        stuckRecords.close();
        progress.close();
        CloseOptions options = CloseOptions.timeout(CLOSE_TIMEOUT)
                .withGroupMembershipOperation(
                        isStaticMember
                                ? CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP
                                : CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
        standbys.close();
        if (transactions != null) {
            transactions.close();
        }
        if (streams.close(options)) {
            folder.closed();
        } else {
            LOG.warn("{} did not close within {} s", name, CLOSE_TIMEOUT.toSeconds());
        }
    }
}
