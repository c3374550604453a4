package dev.partnercatalog.query;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.access.Clients;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.SharedCustomers;
import dev.partnercatalog.query.command.ConfirmedChanges;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.ChangeWatch;
import dev.partnercatalog.query.table.LocalCatalog;
import dev.partnercatalog.query.table.MemoryFilling;
import dev.partnercatalog.query.table.Retention;
import dev.partnercatalog.query.table.StartingOffsets;
import dev.partnercatalog.query.table.TableApplication;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.query.table.TableTopology;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.SigningKeyWriter;
import dev.partnercatalog.query.token.SigningKeys;
import dev.partnercatalog.query.webhook.WebhookReports;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.StoreSources;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.internal.Meters;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.Gauge;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Everything that this instance knows from Kafka: the application that keeps its tables, and their readers.
 * Thread-safe.
 */
final class CatalogTables implements AutoCloseable {

    private static final String NAME = "query-api";
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(2);
    private static final Duration TOLERATED_AGE = Duration.ofSeconds(10);

    /** The maximum number of requests waiting for changes at the same time, in total and for one partner. */
    private static final int MOST_WAITING = 4_000;

    private static final int MOST_WAITING_OF_PARTNER = 2_000;

    private final Resources resources = new Resources();
    private final TableState state;
    private final UnreadableRecords unreadable;
    private final GlobalTable<Client> clients;
    private final GlobalTable<SigningKey> keys;
    private final GlobalTable<Company> companies;
    private final ConfigurationTables configurations;
    private final MemoryFilling memory;
    private final StreamsApplication application;
    private final CanaryWatch canaries;
    private final Retention retention;
    private final ChangeWatch watch = new ChangeWatch(MOST_WAITING, MOST_WAITING_OF_PARTNER);
    private final BrokerWatch brokers;
    private final PartnerChannel partners;
    private final WebhookTables webhooks;
    private final CatalogReader catalog;
    private final SigningKeyTable signingKeys;
    private final Thread loading;

    /**
     * Prepares the tables; {@link #start} begins to load them.
     *
     * @param meters receives the application's metrics
     * @param deletionsKept how long deletions can be read in the topic of each store, by the store's name
     */
    CatalogTables(
            QueryApiSettings settings,
            Meters meters,
            MasterKey masterKey,
            Map<String, Duration> deletionsKept,
            Clock clock) {
        TopicSettings topics = settings.kafka().topics();
        String prefix = topics.prefix();
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), REGISTRY_PATIENCE);
        int partitions = topics.partitions();
        state = new TableState(topics, TableState.PATIENCE);
        unreadable = resources.add(new UnreadableRecords(meters.registry(), prefix));
        clients = new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, prefix, partitions);
        keys = new GlobalTable<>(CatalogTopic.SIGNING_KEYS, SigningKey.class, registry, prefix, partitions);
        signingKeys = new SigningKeyTable(keys, masterKey);
        companies = new GlobalTable<>(CatalogTopic.COMPANY_DIRECTORY, Company.class, registry, prefix, partitions);
        webhooks = resources.add(new WebhookTables(state, settings.kafka(), registry, unreadable, clock));
        configurations = new ConfigurationTables(registry, prefix, partitions);
        // Images repeat their fields' names: compressed, they take a quarter of the disk and are no slower to read.
        RocksDbMemory stores = resources.add(new RocksDbMemory(settings.storeMemoryBytes()));
        memory = resources.add(new MemoryFilling(new MemoryTier(settings.memoryTierBytes(), settings.stateDir())));
        retention = new Retention(settings.changesKept(), clock);
        canaries = new CanaryWatch(settings.canaryInterval(), clock);
        canaries.bindTo(meters.registry());
        Quarantine quarantine = Quarantine.inLog();
        quarantine.bindTo(meters.registry());
        Properties properties = TableApplication.properties(
                settings.kafka(),
                NAME,
                InstanceId.of(settings.stateDir()).value(),
                settings.zone(),
                settings.stateDir(),
                settings.threads(),
                stores,
                state);
        application = resources.add(new StreamsApplication(
                NAME,
                topology(topics, registry, quarantine),
                properties,
                quarantine,
                StoreSources.ofTables(deletionsKept, () -> state.isCaughtUp() ? Optional.of(age()) : Optional.empty()),
                null));
        Set<TopicPartition> canaryPlaces = TableTopology.canaryPartitions(topics);
        canaries.watch(() -> canaryPlaces);
        Admin admin = Admin.create(settings.kafka().properties());
        brokers = resources.add(new BrokerWatch(admin, System::nanoTime));
        StartingOffsets.commitEnds(admin, properties.getProperty(StreamsConfig.APPLICATION_ID_CONFIG), topics);
        measure(meters);
        partners = resources.add(new PartnerChannel(settings, registry, state, configurations, brokers, unreadable));
        catalog = new LocalCatalog(state, topics, this::notableAge);
        loading = new Thread(
                new Loading(
                        application,
                        registry,
                        prefix,
                        this::bind,
                        state,
                        settings.externalIssuer() == null
                                ? new FirstSigningKey(
                                        signingKeys,
                                        new SigningKeyMaker(masterKey, clock),
                                        new SigningKeyWriter(settings.kafka(), registry))::createIfMissing
                                : () -> {}),
                NAME + "-loading");
    }

    private Topology topology(TopicSettings topics, SchemaRegistry registry, Quarantine quarantine) {
        Topology topology = new Topology();
        TableTopology.addTo(
                topology, topics, registry, state, memory, unreadable, quarantine, canaries, watch, retention);
        clients.addTo(topology, unreadable);
        keys.addTo(topology, unreadable, signingKeys::requireOpen);
        companies.addTo(topology, unreadable);
        webhooks.addTo(topology);
        configurations.addTo(topology, unreadable);
        return topology;
    }

    private void bind(KafkaStreams streams) {
        clients.bind(streams);
        keys.bind(streams);
        companies.bind(streams);
        webhooks.bind(streams);
        configurations.bind(streams);
    }

    private void measure(Meters meters) {
        meters.watch(application);
        Gauge.builder("catalog.memory.tier.bytes", memory, MemoryFilling::bytes)
                .description("Memory of the variants in the memory tier.")
                .register(meters.registry());
        Gauge.builder("catalog.memory.tier.filling.partitions", memory, MemoryFilling::pendingStores)
                .description("Partitions whose variants are still to be loaded into memory, as far as they fit.")
                .register(meters.registry());
        Gauge.builder("catalog.changes.waiting", watch, ChangeWatch::waiting)
                .description("Requests for changes that are waiting, or are being answered and may wait.")
                .register(meters.registry());
        Gauge.builder("catalog.data.age.seconds", this, tables -> tables.age().toMillis() / 1_000.0)
                .description("For how long changes may have been missing here, because they are late or the brokers are"
                        + " unavailable.")
                .register(meters.registry());
    }

    void start() {
        application.start();
        unreadable.start();
        brokers.start();
        partners.start();
        webhooks.start();
        loading.start();
    }

    Clients clients() {
        return clientId -> state.<@Nullable Client>global(() -> clients.get(clientId));
    }

    SigningKeys signingKeys() {
        return () -> state.global(signingKeys::newestFirst);
    }

    PartnerConfigurations configurations() {
        return partners;
    }

    ConfirmedChanges confirmedChanges() {
        return partners.confirmed();
    }

    PartnerCommands commands() {
        return partners.commands();
    }

    WebhookReports webhooks() {
        return webhooks;
    }

    SharedCustomers sharedCustomers() {
        return new CompanyDirectory(state, companies);
    }

    ChangeWatch changeWatch() {
        return watch;
    }

    CatalogReader catalog() {
        return catalog;
    }

    /** Whether everything can be read. */
    boolean isReady() {
        return state.isCaughtUp() && partners.isReady() && application.isAlive();
    }

    /** Whether changes are being applied, as far as that depends on this instance. */
    boolean isProgressing() {
        return !application.isHeldUp() && application.isProgressing();
    }

    boolean isAlive() {
        return application.isAlive();
    }

    /** Whether it has stopped because of a fault of its own: then only a restart helps. */
    boolean hasFailed() {
        return application.hasFailed();
    }

    /** Whether tokens can be signed and verified with our own keys. */
    boolean hasSigningKey() {
        try {
            return !signingKeys().newestFirst().isEmpty();
        } catch (HttpProblem e) {
            return false;
        }
    }

    /** Whether the readable data is no older than a few seconds. */
    boolean isCurrent() {
        return application.isRunning()
                && notableAge().isZero()
                && brokers.away().isZero()
                && application.isProgressing()
                && !canaries.isLate();
    }

    /** For how long changes may have been missing here. */
    private Duration age() {
        Duration away = brokers.away();
        Duration late = state.age();
        return away.compareTo(late) > 0 ? away : late;
    }

    /** The same, but zero while it is negligible. */
    private Duration notableAge() {
        Duration age = age();
        return age.compareTo(TOLERATED_AGE) > 0 ? age : Duration.ZERO;
    }

    @Override
    public void close() {
        loading.interrupt();
        resources.close();
    }
}
