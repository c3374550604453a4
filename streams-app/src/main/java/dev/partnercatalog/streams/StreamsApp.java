package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.StartWait;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.internal.InternalServer;
import dev.partnercatalog.runtime.internal.Meters;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.commit.PromptCommits;
import dev.partnercatalog.streams.listing.TrackListings;
import dev.partnercatalog.streams.partner.PartnerRegistry;
import dev.partnercatalog.streams.quarantine.Quarantine;
import dev.partnercatalog.streams.variant.ResolveVariants;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/** The running resolver. Thread-safe. */
public final class StreamsApp implements AutoCloseable {

    static final String NAME = "streams-app";
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(60);

    /**
     * How long the unfinished transaction of a killed instance holds up its successor and the readers. Not shorter than
     * brokers need to replace a killed broker (9 s): an instance whose transaction times out restores its stores.
     */
    private static final int TRANSACTION_TIMEOUT_MS = 15_000;

    /**
     * How many records a thread takes when it polls, 1,000 by default: the most that it may process before it checks
     * whether to commit. With 16, polling some 170 partitions took a sixth of a thread's time, and its rounds over its
     * tasks took an eighth.
     */
    private static final int RECORDS_AT_ONCE = 64;

    /**
     * How many bytes of a partition are fetched ahead; the default is a megabyte. A thread processes what it has
     * fetched in the order of the fetches, so a partner's change waits for everything that was fetched before it, from
     * up to 170 partitions.
     */
    private static final int PARTITION_FETCH_BYTES = 64 << 10;

    /**
     * Longer than the time between two commits: a commit sends batches at once, and nothing is read before it. With a
     * shorter time, batches would contain fewer records.
     */
    private static final int LINGER_MS = 1_000;

    /** How soon a thread that finds nothing asks for a commit that was too early before. */
    private static final long LONGEST_POLL_MS = 20;

    private final StreamsApplication application;
    private final HttpServer internal;
    private final InputTopics inputTopics;
    private final Resources resources;

    private StreamsApp(
            StreamsApplication application, HttpServer internal, InputTopics inputTopics, Resources resources) {
        this.application = application;
        this.internal = internal;
        this.inputTopics = inputTopics;
        this.resources = resources;
    }

    /**
     * Creates or checks the topics, registers the schemas and starts resolving; returns before the first task runs. If
     * the registry is unavailable, waits for it, and is not ready in the meantime.
     *
     * @throws dev.partnercatalog.schemas.topic.WrongTopicException if a topic has settings that would lose records, or
     *     if an input topic is another one than the one that was read
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if the brokers can't be reached
     * @throws dev.partnercatalog.schemas.registry.IncompatibleSchemaException if the registry refuses a schema
     * @throws java.io.UncheckedIOException if the internal port is taken
     * @throws dev.partnercatalog.runtime.store.StateFolderException if the state folder can't be used
     */
    public static StreamsApp start(StreamsAppSettings settings) {
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), REGISTRY_PATIENCE);
        Resources resources = new Resources();
        try (StartWait schemas =
                StartWait.ofSchemas(registry, settings.kafka().topics().prefix())) {
            return start(settings, registry, schemas, resources);
        } catch (RuntimeException e) {
            resources.close();
            throw e;
        }
    }

    private static StreamsApp start(
            StreamsAppSettings settings, SchemaRegistry registry, StartWait schemas, Resources resources) {
        TopicSettings topics = settings.kafka().topics();
        Checked checked = checkTopics(settings);
        RocksDbMemory memory =
                resources.add(new RocksDbMemory(settings.instance().storeMemoryBytes()));
        Meters meters = new Meters(settings.instance().stateDir());
        Quarantine quarantine = new Quarantine(CatalogTopic.DEAD_LETTERS.name(topics.prefix()));
        quarantine.bindTo(meters.registry(), inputs(topics));
        Freshness resolved = new Freshness(meters.registry(), "resolved");
        Instant absence = checked.noted().absence();
        StreamsApplication application =
                resources.add(application(settings, memory, registry, resolved, quarantine, checked.sources()));
        InputTopics inputTopics =
                resources.add(InputTopics.watch(settings.kafka(), checked.forms(), application::close));
        InputsCaughtUp inputs =
                resources.add(InputsCaughtUp.prepare(settings.kafka(), application.positions(), checked.noted()));
        resources.add(meters);
        meters.watch(application);
        memory.bindTo(meters.registry());
        HttpServer internal = resources.add(InternalServer.start(
                settings.instance().host(),
                settings.instance().internalPort(),
                application::isSettled,
                () -> application.hasFailed() || inputTopics.haveChanged(),
                meters::text));
        schemas.await();
        inputs.start(checked.forms());
        if (absence != null && !absence.toString().equals(checked.swept())) {
            AbsenceSweep.sweep(settings.kafka(), absence.toString());
        }
        application.start();
        inputTopics.start();
        return new StreamsApp(application, internal, inputTopics, resources);
    }

    private record Checked(
            StoreSources sources,
            InputsCaughtUp.Noted noted,
            @Nullable String swept,
            Map<String, InputTopics.Form> forms) {}

    /** Creates what is missing and corrects what is wrong, but first notes how long deletions could be read until now. */
    private static Checked checkTopics(StreamsAppSettings settings) {
        KafkaSettings kafka = settings.kafka();
        Set<String> changelogs = Stream.of(TrackListings.STORE, ResolveVariants.STORE, PartnerRegistry.STORE)
                .map(store -> changelog(kafka, store))
                .collect(Collectors.toUnmodifiableSet());
        try (Admin admin = Admin.create(kafka.properties())) {
            TopicAdmin topics = new TopicAdmin(admin, kafka.topics());
            StoreSources sources = StoreSources.check(topics, changelogs, topics::createAndCheck);
            Set<String> inputs = inputs(kafka.topics());
            Map<String, String> notes = InputsCaughtUp.read(kafka);
            Map<String, InputTopics.Form> forms = InputTopics.forms(topics, inputs);
            InputTopics.requireReadable(notes, forms, new InputPositions(admin, kafka, kafka.applicationId(NAME)));
            return new Checked(
                    sources,
                    InputsCaughtUp.Noted.of(
                            InputsCaughtUp.times(notes), forms, topics.deletionRetention(inputs), Instant.now()),
                    notes.get(AbsenceSweep.NOTE),
                    forms);
        }
    }

    private static Set<String> inputs(TopicSettings topics) {
        return Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .map(topic -> topic.name(topics.prefix()))
                .collect(Collectors.toUnmodifiableSet());
    }

    static StreamsApplication application(
            StreamsAppSettings settings,
            RocksDbMemory memory,
            SchemaRegistry registry,
            Freshness resolved,
            Quarantine quarantine,
            StoreSources sources) {
        PromptCommits commits = new PromptCommits();
        Properties properties = properties(settings, memory);
        commits.applyTo(properties);
        quarantine.applyTo(properties);
        return new StreamsApplication(
                NAME,
                new CatalogTopology(registry, settings.kafka().topics(), resolved, quarantine, commits).build(),
                properties,
                sources,
                null);
    }

    /** How it runs on Kafka Streams, so that benchmarks can run other topologies in the same way. */
    public static Properties properties(StreamsAppSettings settings, RocksDbMemory memory) {
        Properties properties = settings.kafka().streams(NAME);
        settings.instance().applyTo(properties, memory, settings.kafka().topics());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                settings.commitInterval().toMillis());
        // A thread that waits for records doesn't check the interval.
        properties.put(
                StreamsConfig.POLL_MS_CONFIG,
                Math.min(LONGEST_POLL_MS, settings.commitInterval().toMillis()));
        properties.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
        properties.putIfAbsent(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), RECORDS_AT_ONCE);
        properties.putIfAbsent(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG),
                PARTITION_FETCH_BYTES);
        // There is no order between topics to wait for. While waiting, Kafka Streams would check every partition of a
        // task before each record and build text from the result: a quarter of the stream threads' processor time.
        properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), LINGER_MS);
        return properties;
    }

    /**
     * The changelog topic of the resolver's layers, as Kafka Streams names it: partitioned by barcode, read with
     * {@link dev.partnercatalog.streams.variant.RecordedLayers}.
     */
    public static String layersTopic(KafkaSettings kafka) {
        return changelog(kafka, ResolveVariants.STORE);
    }

    /**
     * The changelog topic of everything kept about partners, read with
     * {@link dev.partnercatalog.streams.partner.SavedPartners}.
     */
    public static String partnersTopic(KafkaSettings kafka) {
        return changelog(kafka, PartnerRegistry.STORE);
    }

    static String changelog(KafkaSettings kafka, String store) {
        return kafka.applicationId(NAME) + "-" + store + "-changelog";
    }

    /**
     * Whether every task assigned here is restored and running, and the copies of other instances' stores are complete.
     */
    public boolean isReady() {
        return application.isSettled();
    }

    /** Whether it has stopped because of a fault of its own, or since an input topic has changed: then only a restart helps. */
    public boolean hasFailed() {
        return application.hasFailed() || inputTopics.haveChanged();
    }

    /** Waits until it is ready; returns whether that happened in time. */
    public boolean awaitReady(Duration timeout) throws InterruptedException {
        return application.awaitRunning(timeout);
    }

    /** The address of metrics and probes, {@code http://host:port}. */
    public URI internal() {
        return internal.address();
    }

    @Override
    public void close() {
        resources.close();
    }
}
