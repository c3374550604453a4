package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.StartWait;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.internal.InternalServer;
import dev.partnercatalog.runtime.internal.Meters;
import dev.partnercatalog.runtime.secret.KnownMasterKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.version.Build;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogStores;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Endpoints;
import dev.partnercatalog.webhook.delivery.HttpDelivery;
import dev.partnercatalog.webhook.journal.Journal;
import dev.partnercatalog.webhook.journal.WebhookMetrics;
import dev.partnercatalog.webhook.membership.LateRows;
import dev.partnercatalog.webhook.membership.Memberships;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.Topology;

/** The running sink. Thread-safe. */
public final class WebhookSink implements AutoCloseable {

    static final String NAME = "webhook-sink";
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(60);
    private static final Duration LAST_ATTEMPTS = Duration.ofSeconds(3);
    private static final Duration ADMIN_PATIENCE = Duration.ofSeconds(10);

    /** A task's thread waits at most as long for a reader of late rows to close. */
    private static final int READER_TIMEOUT_MS = 2_000;

    private static final Duration ADMIN_CLOSES_WITHIN = Duration.ofSeconds(1);
    private static final InstantSource CLOCK = InstantSource.system();

    private final Resources resources;
    private final StreamsApplication application;
    private final CatalogWatch watch;
    private final CatalogStores catalog;
    private final Endpoints endpoints;
    private final Phaser unfinished = new Phaser(1);
    private final HttpServer internal;

    /**
     * Checks the topics, which streams-app has created, and starts delivering. Returns before the first task runs. If
     * the registry is unavailable, waits for it; the sink is not ready meanwhile.
     *
     * @throws dev.partnercatalog.runtime.secret.SecretException if the master key can't be read, or isn't the
     *     catalog's
     * @throws dev.partnercatalog.schemas.topic.WrongTopicException if a topic has settings that would lose records
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if the brokers can't be reached
     * @throws dev.partnercatalog.schemas.registry.IncompatibleSchemaException if the registry rejects a schema
     * @throws java.io.UncheckedIOException if the internal port is in use
     * @throws dev.partnercatalog.runtime.store.StateFolderException if the state folder can't be used
     */
    public static WebhookSink start(WebhookSinkSettings settings) {
        MasterKey masterKey = MasterKey.load(settings.secrets().masterKeyFile());
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), REGISTRY_PATIENCE);
        Resources opened = new Resources();
        try (StartWait schemas =
                StartWait.ofSchemas(registry, settings.kafka().topics().prefix())) {
            StoreSources found = checkTopics(settings.kafka());
            KnownMasterKey.of(settings.kafka()).establish(masterKey);
            return new WebhookSink(settings, masterKey, found, registry, schemas, opened);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static StoreSources checkTopics(KafkaSettings kafka) {
        Set<String> names = new HashSet<>(TableProgress.names(kafka.topics()));
        names.add(changelog(kafka));
        try (Admin admin = Admin.create(kafka.properties())) {
            TopicAdmin topics = new TopicAdmin(admin, kafka.topics());
            return StoreSources.check(topics, names, topics::check);
        }
    }

    private WebhookSink(
            WebhookSinkSettings settings,
            MasterKey masterKey,
            StoreSources found,
            SchemaRegistry registry,
            StartWait schemas,
            Resources resources) {
        this.resources = resources;
        TopicSettings topics = settings.kafka().topics();
        String version = Build.current().version();
        RocksDbMemory memory =
                resources.add(new RocksDbMemory(settings.instance().storeMemoryBytes()));
        Journal journal = resources.add(Journal.start(settings.kafka(), registry));
        Backoff backoff = new Backoff(new Random());
        Meters meters = resources.add(new Meters(settings.instance().stateDir()));
        WebhookMetrics metrics = new WebhookMetrics(meters.registry(), journal::add, journal::publish, CLOCK);
        HttpDelivery http = new HttpDelivery(
                new HttpDelivery.Rules(
                        settings.delivering().addresses(),
                        to -> to.secrets(masterKey, settings.secrets().overlap(), CLOCK.instant()),
                        masterKey,
                        settings.delivering().timeout(),
                        "partner-catalog/" + version),
                metrics::add,
                settings.delivering().inProcess(),
                CLOCK);
        endpoints = resources.add(new Endpoints(
                settings.delivering().perEndpoint(), settings.delivering().inProcess(), CLOCK, backoff, journal, http));
        SubscriptionTable subscriptions = new SubscriptionTable(registry, topics, version, endpoints, System::nanoTime);
        UnreadableRecords unreadable = resources.add(new UnreadableRecords(meters.registry(), topics.prefix()));
        TableProgress progress = new TableProgress(topics);
        subscriptions.onApplied(progress::applied);
        Admin admin = settings.kafka().admin(ADMIN_PATIENCE);
        resources.add(() -> admin.close(ADMIN_CLOSES_WITHIN));
        watch = new CatalogWatch(
                found.deletionRetention(),
                progress,
                partition -> ends(admin, topics, partition),
                subscriptions::isCurrent,
                CLOCK);
        catalog = new CatalogStores(
                new TopicStore.Shared(memory, found, progress, unreadable, topics, this::awaitRoom, CLOCK), registry);
        catalog.bindTo(meters.registry());
        Properties reading = settings.kafka().properties();
        reading.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, READER_TIMEOUT_MS);
        LateRows lateRows = new LateRows(() -> LogReader.consumer(reading));
        Memberships memberships = new Memberships(lateRows);
        Properties properties = WebhookTopology.properties(settings, memory);
        progress.applyTo(properties);
        SinkTask.OfProcess tasks = new SinkTask.OfProcess(
                topics,
                new SinkTask.OfProcess.Tables(catalog, subscriptions, journal),
                new SinkTask.OfProcess.Guards(watch, lateRows, System::nanoTime),
                new SinkTask.OfProcess.OfThread(memberships::ofThisThread, memberships::paceOfThisThread),
                new ReconcilerContext(
                        subscriptions::current,
                        endpoints,
                        new ReconcilerContext.Rules(
                                backoff,
                                ReconcileLimits.DEFAULT,
                                settings.delivering().removals()),
                        unfinished,
                        new ReconcilerContext.Reports(
                                metrics::add, metrics::publish, new Freshness(meters.registry(), "delivered"))));
        Topology topology = WebhookTopology.build(tasks, unreadable);
        application = resources.add(new StreamsApplication(NAME, topology, properties, found, memberships));
        application.readBy(subscriptions::unbind);
        application.onRestore(lateRows);
        application.watch(admin, progress.positions(), catalog::flush);
        PeriodicTask refreshing =
                resources.add(new PeriodicTask("subscriptions", SubscriptionTable.PAUSE, subscriptions::refresh));
        refreshing.start();
        subscriptions.onChange(refreshing::soon);
        meters.watch(application);
        memory.bindTo(meters.registry());
        meters.beforeReading(() -> metrics.read(partitions(application), endpoints.states()));
        internal = resources.add(InternalServer.start(
                settings.instance().host(),
                settings.instance().internalPort(),
                this::isReady,
                this::hasFailed,
                meters::text));
        schemas.await();
        application.start();
        unreadable.start();
    }

    /** The application calls it once it runs, so that it is there. */
    private void awaitRoom() {
        application.awaitRoom();
    }

    /** Where the topics end that a task must know before it may compare anything. */
    private static Future<Map<TopicPartition, Long>> ends(Admin admin, TopicSettings topics, int partition) {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        for (CatalogTopic topic : List.of(CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES)) {
            question.put(new TopicPartition(topic.name(topics.prefix()), partition), OffsetSpec.latest());
        }
        for (CatalogTopic topic :
                List.of(CatalogTopic.PARTNER_CONFIGS, CatalogTopic.SCOPE_CONFIGS, CatalogTopic.CLIENTS)) {
            for (int any = 0; any < topics.partitions(); any++) {
                question.put(new TopicPartition(topic.name(topics.prefix()), any), OffsetSpec.latest());
            }
        }
        return admin.listOffsets(question, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .thenApply(ends -> ends.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, end -> end.getValue().offset())));
    }

    public static String changelog(KafkaSettings kafka) {
        return kafka.applicationId(NAME) + "-" + SinkState.STORE + "-changelog";
    }

    static Set<Integer> partitions(StreamsApplication application) {
        return application.streams().metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .map(task -> task.taskId().partition())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Whether every task assigned here is restored and running and knows enough of the catalog to send what is due, and
     * the local copies of the global tables are complete.
     */
    public boolean isReady() {
        return application.isSettled() && watch.isComplete();
    }

    /** Whether the sink has stopped because of a fault; only a restart helps then. */
    public boolean hasFailed() {
        return application.hasFailed();
    }

    /** The address of metrics and probes, {@code http://host:port}. */
    public URI internal() {
        return internal.address();
    }

    /** Starts no further attempts, gives those in flight a moment to finish, and stops. */
    @Override
    public void close() {
        endpoints.startNoMore();
        catalog.closing();
        try {
            int phase = unfinished.arriveAndDeregister();
            unfinished.awaitAdvanceInterruptibly(phase, LAST_ATTEMPTS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // What is in doubt by then is sent again.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        resources.close();
    }
}
