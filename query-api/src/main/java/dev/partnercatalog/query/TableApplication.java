package dev.partnercatalog.query;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.query.operation.ApiRoutes.ApiTables;
import dev.partnercatalog.query.operation.ApiRoutes.WebhookReports;
import dev.partnercatalog.query.operation.CommandGateway;
import dev.partnercatalog.query.operation.CommandGateway.ConfirmedChanges;
import dev.partnercatalog.query.table.ChangeWatch;
import dev.partnercatalog.query.table.LocalCatalog;
import dev.partnercatalog.query.table.MessageReader;
import dev.partnercatalog.query.table.MessageWriter;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.query.table.TableStore.TableStoreType;
import dev.partnercatalog.query.table.TableTopology;
import dev.partnercatalog.query.table.TableTopology.TableStores;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeyMaker;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeys;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.runtime.Health;
import dev.partnercatalog.runtime.Health.Verdict;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.StartWait;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.internal.Meters;
import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.GroupProgress;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.webhook.LatestAttempts;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that this instance knows from Kafka: the application that keeps its tables, and readers. Thread-safe. */
final class TableApplication implements PartnerConfigurations, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TableApplication.class);
    private static final String NAME = "query-api";
    private static final TableStoreType TABLES = new TableStoreType();

    /** Whose results the tables contain. */
    private static final String RESOLVERS = "streams-app";

    private static final Duration ADMIN_PATIENCE = Duration.ofSeconds(4);
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(2);

    /** What was read since the last one is read again after a kill. */
    private static final Duration FLUSHES = Duration.ofSeconds(10);

    private static final Duration CONFIRMED_WITHIN = Duration.ofSeconds(5);

    /** Of one change by a partner, from the request to the response. */
    private static final Duration CHANGE_PATIENCE = Duration.ofSeconds(30);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    /** The maximum number of requests waiting for changes at the same time, in total and for one partner. */
    private static final int MOST_WAITING = 4_000;

    private static final int MOST_WAITING_OF_PARTNER = 2_000;

    private static final Duration ATTEMPTS_SINCE = Duration.ofDays(1);
    private static final int MOST_ATTEMPTS = 50_000;
    private static final Duration PING_PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOADING_PATIENCE = Duration.ofSeconds(30);

    private final Resources resources = new Resources();
    private final ChangeWatch watch = new ChangeWatch(MOST_WAITING, MOST_WAITING_OF_PARTNER);
    private final List<GlobalTable<?>> tables = new ArrayList<>();
    private final KafkaSettings kafka;
    private final TopicSettings topics;
    private final SchemaRegistry registry;
    private final TableState state;
    private final UnreadableRecords unreadable;
    private final GlobalTable<Client> clients;
    private final SigningKeyTable signingKeys;

    /** Null if another issuer signs. */
    private final @Nullable SigningKeyMaker keyMaker;

    private final ConfigurationTables configurations;
    private final MessageReader<WebhookAttempt> attempts;
    private final StreamsApplication application;
    private final ApiTables operations;
    private final Thread starting = new Thread(this::awaitEverything, NAME + "-start");
    private volatile boolean stopping;

    /** Prepares the tables, given the topics of the stores; {@link #start} begins to load them. */
    TableApplication(QueryApiSettings settings, Meters meters, MasterKey masterKey, StoreSources found, Clock clock) {
        kafka = settings.kafka();
        topics = kafka.topics();
        registry = new SchemaRegistry(settings.registry(), REGISTRY_PATIENCE);
        state = new TableState(TableState.PATIENCE, this::rebuild);
        state.bindTo(meters.registry());
        watch.bindTo(meters.registry());
        unreadable = resources.add(new UnreadableRecords(meters.registry(), topics.prefix()));
        LatestAttempts latest = new LatestAttempts(MOST_ATTEMPTS);
        attempts = resources.add(new MessageReader<>(
                LogReader.follower(kafka.properties()),
                CatalogTopic.WEBHOOK_ATTEMPTS.name(topics.prefix()),
                new OwnRecords<>(
                        CatalogTopic.WEBHOOK_ATTEMPTS,
                        WebhookAttempt.class,
                        registry,
                        topics.prefix(),
                        topics.partitions()),
                unreadable,
                () -> clock.instant().minus(ATTEMPTS_SINCE),
                latest::add));
        clients = table(CatalogTopic.CLIENTS, Client.class);
        GlobalTable<Company> companies = table(CatalogTopic.COMPANY_DIRECTORY, Company.class);
        GlobalTable<WebhookEndpoint> endpoints = table(CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class);
        GlobalTable<WebhookBacklog> backlogs = table(CatalogTopic.WEBHOOK_BACKLOGS, WebhookBacklog.class);
        TableProgress progress = new TableProgress(topics);
        MemoryTier memory = resources.add(new MemoryTier(settings.tables().memoryTierBytes(), settings.stateDir()));
        memory.bindTo(meters.registry());
        TopicStore.Shared shared = new TopicStore.Shared(
                storeMemory(settings.tables(), meters), found, progress, unreadable, topics, this::awaitRoom, clock);
        Topology topology = new Topology();
        TableTopology.addTo(
                topology,
                registry,
                new TableStores(shared, memory, settings.tables().changeRetention()),
                watch,
                () -> stopping);
        tables.forEach(table -> table.addTo(topology, unreadable));
        GlobalTable<SigningKey> keys = table(CatalogTopic.SIGNING_KEYS, SigningKey.class);
        signingKeys = new SigningKeyTable(keys, masterKey);
        keyMaker = settings.tokens().external() == null ? new SigningKeyMaker(masterKey, clock) : null;
        keys.addTo(topology, unreadable, signingKeys::requireOpen);
        configurations = new ConfigurationTables(registry, topics.prefix(), topics.partitions());
        configurations.onApplied(progress::applied);
        configurations.addTo(topology, unreadable);
        Properties properties = properties(settings, progress);
        Admin admin = kafka.admin(ADMIN_PATIENCE);
        resources.add(() -> admin.close(CLOSE_TIMEOUT));
        GroupProgress resolvers = resources.add(
                new GroupProgress(kafka.applicationId(RESOLVERS), new StreamsConfig(properties), this::resolved));
        application = resources.add(new StreamsApplication(NAME, topology, properties, found, null));
        application.readBy(new Loaded());
        application.watch(admin, progress.positions(), state::flush);
        meters.watch(application);
        Health health = application.health();
        health.add("resolvers", GroupProgress.INTERVAL, () -> {
            resolvers.check();
            return Verdict.FINE;
        });
        health.addAge(resolvers.positions()::age);
        ConfirmedChanges confirmed = new PartnerFreshness(
                admin, () -> !health.silence().isZero(), System::nanoTime, progress, topics, CONFIRMED_WITHIN);
        operations = new ApiTables(
                this,
                new LocalCatalog(state, progress, topics, health::notableAge),
                watch,
                gateway(confirmed),
                confirmed,
                new CompanyDirectory(state, companies),
                new WebhookReports(
                        partnerId -> ofAllPartitions(endpoints, partnerId),
                        partnerId -> ofAllPartitions(backlogs, partnerId),
                        latest,
                        PING_PATIENCE));
    }

    private <T extends SpecificRecord> GlobalTable<T> table(CatalogTopic topic, Class<T> type) {
        GlobalTable<T> table = new GlobalTable<>(topic, type, registry, topics.prefix(), topics.partitions());
        tables.add(table);
        return table;
    }

    private CommandGateway gateway(ConfirmedChanges confirmed) {
        MessageWriter<PartnerCommand> writer =
                resources.add(new MessageWriter<>(kafka, CatalogTopic.PARTNER_COMMANDS, registry, CHANGE_PATIENCE));
        CommandGateway gateway = new CommandGateway(
                command -> writer.write(command.getPartnerId(), command), confirmed, this::partner, CHANGE_PATIENCE);
        configurations.onChange(partnerId -> gateway.changed(partnerId, () -> configurations.partner(partnerId)));
        return gateway;
    }

    /** What upstream publishes, and what the resolvers tell each other of it. */
    private Set<TopicPartition> resolved(ClusterState brokers, Set<TopicPartition> committed)
            throws ExecutionException, InterruptedException {
        Set<TopicPartition> all = brokers.partitions(Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .map(topic -> topic.name(topics.prefix()))
                .toList());
        all.addAll(committed);
        return all;
    }

    private RocksDbMemory storeMemory(TableSettings settings, Meters meters) {
        RocksDbMemory storeMemory = resources.add(new RocksDbMemory(settings.storeMemoryBytes()));
        storeMemory.bindTo(meters.registry());
        return storeMemory;
    }

    private static Properties properties(QueryApiSettings settings, TableProgress progress) {
        Properties properties = settings.kafka().streams(NAME);
        properties.put(
                StreamsConfig.STATE_DIR_CONFIG,
                StateFolder.inside(settings.stateDir()).toString());
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, Math.toIntExact(FLUSHES.toMillis()));
        if (settings.tables().zone() != null) {
            // Consumers then read from a replica in their zone, if the brokers are configured to allow it.
            properties.put(ConsumerConfig.CLIENT_RACK_CONFIG, settings.tables().zone());
        }
        progress.applyTo(properties);
        return properties;
    }

    /** The application calls it once it runs, so that it is there. */
    private void awaitRoom() {
        application.awaitRoom();
    }

    /** Readers call it once the application runs. */
    private void rebuild() {
        application.rebuild();
    }

    /** Connects everything that reads to the application each time that it runs. */
    private final class Loaded implements StreamsApplication.Reader {

        @Override
        public void loaded(KafkaStreams streams) {
            tables.forEach(table -> table.bind(streams));
            configurations.bind(streams);
            state.loaded(store -> streams.store(StoreQueryParameters.fromNameAndType(store, TABLES)));
        }

        @Override
        public void unloaded() {
            state.unloaded();
        }
    }

    /** Whether changes are being applied, as far as that depends on this instance. */
    boolean isProgressing() {
        return application.isRunning() && application.health().isProgressing();
    }

    /** Whether what can be read is no older than a few seconds. */
    boolean isCurrent() {
        return application.isRunning() && application.health().isCurrent();
    }

    void start() {
        application.start();
        unreadable.start();
        attempts.start();
        starting.start();
    }

    private void awaitEverything() {
        try {
            StartWait.until(this::missing, StartWait.BETWEEN);
        } catch (IllegalStateException e) {
            LOG.debug("closed before it could serve", e);
        }
    }

    /** What must still be waited for before anything can be served; null once it is there. */
    private @Nullable String missing() {
        try {
            // So that no record ever waits for the registry while a request waits for the record.
            registry.registerAll(topics.prefix());
            if (!application.awaitRunning(LOADING_PATIENCE)) {
                return "the tables to be loaded";
            }
            if (keyMaker != null) {
                createFirstKey(keyMaker);
            }
            return null;
        } catch (RegistryUnavailableException e) {
            return "the schema registry: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "nothing any more: it is being closed";
        } catch (RuntimeException | ExecutionException e) {
            LOG.error("the query API can't serve yet", e);
            return "what it can't serve without";
        }
    }

    /** Creates a key to sign tokens with if there is none. Two instances may both create one; then both keys verify. */
    private void createFirstKey(SigningKeyMaker maker) throws InterruptedException, ExecutionException {
        if (signingKeys.isEmpty()) {
            SigningKey key = maker.make();
            try (MessageWriter<SigningKey> writer =
                    new MessageWriter<>(kafka, CatalogTopic.SIGNING_KEYS, registry, LOADING_PATIENCE)) {
                writer.write(key.getKeyId(), key).toCompletableFuture().get();
            }
            LOG.info("created the first signing key");
        } else if (signingKeys.keys().isEmpty()) {
            throw new IllegalStateException(
                    "none of the signing keys can be decrypted with this master key, or they were changed since: start"
                            + " with the one under which they were created, or remove them with './catalog signing-key"
                            + " remove --force'");
        }
    }

    Function<String, @Nullable Client> clients() {
        return clientId -> state.<@Nullable Client>read(() -> clients.get(clientId));
    }

    Supplier<SigningKeys> signingKeys() {
        return () -> state.read(signingKeys::keys);
    }

    @Override
    public @Nullable PartnerConfig partner(String partnerId) {
        return state.<@Nullable PartnerConfig>read(() -> configurations.partner(partnerId));
    }

    @Override
    public ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId) {
        return state.read(() -> configurations.resolve(partner, company, locationId));
    }

    ApiTables forOperations() {
        return operations;
    }

    private <T extends SpecificRecord> List<T> ofAllPartitions(GlobalTable<T> table, String partnerId) {
        return state.read(() -> IntStream.range(0, topics.partitions())
                .<@Nullable T>mapToObj(partition -> table.get(partnerId + "/" + partition))
                .filter(Objects::nonNull)
                .toList());
    }

    /** Whether everything can be read. */
    boolean isReady() {
        return state.isLoaded();
    }

    /** Whether it has stopped because of a fault of its own: then only a restart helps. */
    boolean hasFailed() {
        return application.hasFailed();
    }

    /** Whether tokens can be signed and verified with our own keys. */
    boolean hasSigningKey() {
        try {
            return !signingKeys().get().isEmpty();
        } catch (HttpProblem e) {
            return false;
        }
    }

    @Override
    public void close() {
        stopping = true;
        starting.interrupt();
        resources.close();
    }
}
