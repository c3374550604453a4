package dev.partnercatalog.query;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.access.Clients;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.SharedCustomers;
import dev.partnercatalog.query.command.ConfirmedChanges;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.query.peer.PeerServer;
import dev.partnercatalog.query.peer.Peers;
import dev.partnercatalog.query.peer.Probes;
import dev.partnercatalog.query.table.CopyWatch;
import dev.partnercatalog.query.table.HeldPartition;
import dev.partnercatalog.query.table.HeldVariants;
import dev.partnercatalog.query.table.LocalRecords;
import dev.partnercatalog.query.table.PartitionedStore;
import dev.partnercatalog.query.table.RecordSource;
import dev.partnercatalog.query.table.SkuTable;
import dev.partnercatalog.query.table.Table;
import dev.partnercatalog.query.table.TableApplication;
import dev.partnercatalog.query.table.TableLookup;
import dev.partnercatalog.query.table.TableProgress;
import dev.partnercatalog.query.table.TableTopology;
import dev.partnercatalog.query.table.VariantLookup;
import dev.partnercatalog.query.table.VariantTable;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.SigningKeyWriter;
import dev.partnercatalog.query.token.SigningKeys;
import dev.partnercatalog.query.webhook.WebhookReports;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.internal.Meters;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.Gauge;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** All that this instance knows from Kafka: the application that keeps its tables, and their readers. Thread-safe. */
final class CatalogTables implements AutoCloseable {

    private static final String NAME = "query-api";
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(2);
    private static final Duration TOLERATED_AGE = Duration.ofSeconds(10);

    private final Resources resources = new Resources();
    private final TableProgress progress = new TableProgress();
    private final GlobalTable<Client> clients;
    private final GlobalTable<SigningKey> keys;
    private final GlobalTable<Company> companies;
    private final ConfigurationTables configurations;
    private final HeldVariants held;
    private final StreamsApplication application;
    private final Meters meters;
    private final Gate gate;
    private final CopyWatch copies;
    private final Peers peers;
    private final PartnerChannel partners;
    private final WebhookTables webhooks;
    private final VariantLookup lookup;
    private final SigningKeyTable signingKeys;
    private final Thread loading;

    /**
     * Prepares; {@link #start} begins to load.
     *
     * @param meters told how the application does
     * @param peerServer where other instances ask this one, as {@code self} tells them; closed with this
     */
    CatalogTables(
            QueryApiSettings settings,
            Meters meters,
            PeerServer peerServer,
            HostInfo self,
            MasterKey masterKey,
            Clock clock) {
        this.meters = meters;
        String prefix = settings.kafka().topics().prefix();
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), REGISTRY_PATIENCE);
        clients = new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, prefix);
        keys = new GlobalTable<>(CatalogTopic.SIGNING_KEYS, SigningKey.class, registry, prefix);
        companies = new GlobalTable<>(CatalogTopic.COMPANY_DIRECTORY, Company.class, registry, prefix);
        webhooks = resources.add(new WebhookTables(settings.kafka(), registry, clock));
        configurations = new ConfigurationTables(registry, prefix);
        // Images repeat the names of their fields: a quarter of the disk, and no slower to read.
        RocksDbMemory memory = resources.add(RocksDbMemory.compressing(settings.storeMemoryBytes()));
        held = resources.add(new HeldVariants(progress, prefix, new MemoryTier(settings.memoryTierBytes())));
        application = resources.add(new StreamsApplication(
                NAME,
                topology(prefix, registry),
                TableApplication.properties(
                        settings.kafka(),
                        NAME,
                        self,
                        settings.stateDir(),
                        settings.threads(),
                        memory,
                        settings.group(),
                        progress)));
        meters.watch(application);
        Gauge.builder("catalog.memory.tier.bytes", held, HeldVariants::memoryBytes)
                .description("What variants in memory take")
                .register(meters.registry());
        Gauge.builder("catalog.memory.tier.filling.partitions", held, HeldVariants::fillingPartitions)
                .description("Partitions whose variants are still to be brought into memory, as far as they fit")
                .register(meters.registry());
        gate = new Gate(() -> application.isRunning() && progress.isCaughtUp(), Gate.PATIENCE);
        partners = resources.add(new PartnerChannel(settings, registry, gate, configurations, progress.global()));
        copies = resources.add(CopyWatch.start(application.streams(), progress, prefix));
        peers = resources.add(new Peers(self, localRecords(settings), peerServer, masterKey));
        lookup =
                new GatedLookup(gate, new MeasuredLookup(lookup(settings.kafka().topics(), registry), meters));
        signingKeys = new SigningKeyTable(keys, masterKey);
        loading = new Thread(
                new Loading(
                        application,
                        registry,
                        prefix,
                        this::bind,
                        gate,
                        settings.externalIssuer() == null
                                ? new FirstSigningKey(
                                        signingKeys,
                                        new SigningKeyMaker(masterKey, clock),
                                        new SigningKeyWriter(settings.kafka(), registry))::ensure
                                : () -> {}),
                NAME + "-loading");
    }

    private Topology topology(String prefix, SchemaRegistry registry) {
        Topology topology = new Topology();
        TableTopology.addTo(topology, prefix, registry, progress, held);
        clients.addTo(topology);
        keys.addTo(topology);
        companies.addTo(topology);
        webhooks.addTo(topology);
        configurations.addTo(topology);
        return topology;
    }

    private LocalRecords localRecords(QueryApiSettings settings) {
        KafkaStreams streams = application.streams();
        long maxLag = settings.peers().maxStandbyLag();
        return new LocalRecords(Map.of(
                Table.VARIANTS,
                held.orElse(PartitionedStore.of(streams, Table.VARIANTS, copies, maxLag)),
                Table.SKUS,
                PartitionedStore.of(streams, Table.SKUS, copies, maxLag)));
    }

    private VariantLookup lookup(TopicSettings topics, SchemaRegistry registry) {
        RecordSource records =
                peers.records(() -> application.streams().metadataForAllStreamsClients(), topics.prefix());
        return new TableLookup(
                new VariantTable(held, records, topics.partitions()),
                new SkuTable(records, registry, topics.partitions()));
    }

    private void bind(KafkaStreams streams) {
        clients.bind(streams);
        keys.bind(streams);
        companies.bind(streams);
        webhooks.bind(streams);
        configurations.bind(streams);
    }

    /** Starts to load; the probes of the internal address are told whether the instance as a whole is ready. */
    void start(BooleanSupplier ready) {
        peers.start(gate::isOpen, probes(ready));
        application.start();
        partners.start();
        webhooks.start();
        loading.start();
    }

    private Probes probes(BooleanSupplier ready) {
        return new Probes() {
            @Override
            public boolean isReady() {
                return ready.getAsBoolean() && copies.isWhole() && !application.isHeldUp();
            }

            @Override
            public boolean isLive() {
                return application.isAlive();
            }

            @Override
            public String metrics() {
                return meters.text();
            }

            @Override
            public List<HeldPartition> held() {
                return copies.held();
            }
        };
    }

    Clients clients() {
        return clientId -> gate.<@Nullable Client>global(() -> clients.get(clientId));
    }

    SigningKeys signingKeys() {
        return () -> gate.global(signingKeys::newestFirst);
    }

    PartnerConfigurations configurations() {
        return partners.configurations();
    }

    ConfirmedChanges confirmedChanges() {
        return partners.confirmed();
    }

    PartnerCommands commands() {
        return partners.commands();
    }

    WebhookReports webhooks() {
        return new GatedReports(gate, webhooks);
    }

    SharedCustomers sharedCustomers() {
        return new CompanyDirectory(gate, companies);
    }

    VariantLookup lookup() {
        return lookup;
    }

    /** Whether everything can be read. */
    boolean isReady() {
        return gate.isOpen() && partners.isReady() && application.isAlive();
    }

    /** Whether tokens can be signed and verified by keys of ours. */
    boolean hasSigningKey() {
        try {
            return !signingKeys().newestFirst().isEmpty();
        } catch (HttpProblem e) {
            return false;
        }
    }

    /** Whether what can be read is what the topics held a few seconds ago, and all partitions stay where they are. */
    boolean isCurrent() {
        return application.isRunning() && !progress.isBehind(TOLERATED_AGE);
    }

    @Override
    public void close() {
        loading.interrupt();
        resources.close();
    }
}
