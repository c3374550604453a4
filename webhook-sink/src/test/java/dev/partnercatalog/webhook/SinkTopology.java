package dev.partnercatalog.webhook;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.Asset;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.RecordSerializers;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.catalog.CatalogStores;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.journal.Journal;
import dev.partnercatalog.webhook.membership.CommitPace;
import dev.partnercatalog.webhook.membership.KnownMembership;
import dev.partnercatalog.webhook.membership.LateRows;
import dev.partnercatalog.webhook.membership.Memberships.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import dev.partnercatalog.webhook.reconcile.ScriptedDelivery;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;

/** The whole topology on Kafka Streams, with RocksDB and the real configuration tables. A test publishes to its topics. */
final class SinkTopology implements AutoCloseable {

    static final String PREFIX = "catalog.";
    static final String CLIENT_ID = "client";
    private static final TopicSettings TOPICS = new TopicSettings(PREFIX, 1, (short) 1);

    final ScriptedDelivery delivery = new ScriptedDelivery(4);
    private final AtomicLong nanoTime = new AtomicLong();
    final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(1));

    /** The publishers' registry client: the sink must look up what this one knows. */
    final SchemaRegistry publishers = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(1));

    private final RecordSerializers serializers = new RecordSerializers(publishers);

    final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), PREFIX);
    final Journal journal = new Journal(new MockProducer<>(), registry, TOPICS);
    private final RocksDbMemory memory = new RocksDbMemory(16L << 20);
    private final InstantSource clock = InstantSource.system();
    private final TableProgress progress = new TableProgress(TOPICS);
    final CatalogWatch watch = new CatalogWatch(
            TopicSettings.TOMBSTONE_RETENTION,
            progress,
            partition -> CompletableFuture.completedFuture(Map.of()),
            () -> true,
            clock);
    private final TopologyTestDriver driver;

    SinkTopology(Path stateDir) {
        this(stateDir, new KnownMembership(true));
    }

    SinkTopology(Path stateDir, Membership membership) {
        SubscriptionTable subscriptions = new SubscriptionTable(registry, TOPICS, "1", delivery, nanoTime::get);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
        driver = new TopologyTestDriver(
                WebhookTopology.build(
                        new SinkTask.OfProcess(
                                TOPICS,
                                new SinkTask.OfProcess.Tables(stores(), subscriptions, journal),
                                new SinkTask.OfProcess.Guards(
                                        watch,
                                        new LateRows(() -> {
                                            throw new IllegalStateException("this test has no brokers");
                                        }),
                                        nanoTime::get),
                                new SinkTask.OfProcess.OfThread(() -> membership, () -> new CommitPace(nanoTime::get)),
                                new ReconcilerContext(
                                        () -> {
                                            subscriptions.refresh();
                                            return subscriptions.current();
                                        },
                                        delivery,
                                        new ReconcilerContext.Rules(
                                                new Backoff(new Random(1)),
                                                ReconcileLimits.DEFAULT,
                                                RemovalLimit.DEFAULT),
                                        new Phaser(1),
                                        new ReconcilerContext.Reports(
                                                journal::add,
                                                journal::publish,
                                                new Freshness(new SimpleMeterRegistry(), "delivered")))),
                        unreadable),
                properties);
        client();
    }

    private CatalogStores stores() {
        return new CatalogStores(CatalogInTest.shared(memory, progress, unreadable, clock), registry);
    }

    void tick() {
        nanoTime.addAndGet(1_000_000_000);
        driver.advanceWallClockTime(Duration.ofMillis(20));
    }

    /** The kinds of the rows that the task has written since this was asked last. */
    List<Character> written() {
        return driver
                .createOutputTopic(
                        "test-" + SinkState.STORE + "-changelog",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())
                .readKeyValuesToList()
                .stream()
                .map(row -> (char) row.key[0])
                .toList();
    }

    /** Ticks and accepts until nothing is left to do; returns the records that were sent. */
    Map<ScopedVariant, String> settle() {
        Map<ScopedVariant, String> received = new HashMap<>();
        for (int idle = 0; idle < 20; idle++) {
            tick();
            for (ScriptedDelivery.Sent sent : delivery.underWay()) {
                received.putAll(sent.records().variants());
                sent.accept();
                idle = 0;
            }
        }
        return received;
    }

    void client() {
        publish(
                CatalogTopic.CLIENTS,
                CLIENT_ID,
                Client.newBuilder()
                        .setClientId(CLIENT_ID)
                        .setPartnerId("p")
                        .setSecretHash(ByteBuffer.allocate(32))
                        .setEnabled(true)
                        .setCreatedAt(Instant.EPOCH)
                        .build());
    }

    void partner(boolean enabled, boolean badges) {
        partner(enabled, badges, WebhookControl.newBuilder().build());
    }

    void partner(boolean enabled, boolean badges, WebhookControl control) {
        partner("p", enabled, badges, control);
    }

    /** Publishes the configuration of partner p. */
    void partner(String key, boolean enabled, boolean badges, WebhookControl control) {
        List<AllowedLocation> locations = new ArrayList<>(List.of(new AllowedLocation("11", "Eleven", "pos-11")));
        publish(
                CatalogTopic.PARTNER_CONFIGS,
                key,
                PartnerConfig.newBuilder()
                        .setWebhookControl(control)
                        .setRevision(1L)
                        .setPartner(new Partner(
                                "p",
                                "Partner",
                                enabled,
                                new WebhookSetting(true, "https://partner.example/hook"),
                                List.of(new AllowedCompany(
                                        "1",
                                        "One",
                                        "cova",
                                        "pos-1",
                                        new AllowedFields(badges, false, false, false),
                                        locations))))
                        .build());
    }

    void scope(String partnerId, long companyId, @Nullable Long locationId, Consumer<ScopeConfig> change) {
        ScopeConfig config = new ScopeConfig();
        config.setPartnerId(partnerId);
        config.setCompanyId(companyId);
        config.setLocationId(locationId);
        change.accept(config);
        publish(CatalogTopic.SCOPE_CONFIGS, new ScopeConfigKey(partnerId, companyId, locationId).encode(), config);
    }

    void variant(ScopedVariant key, String name, boolean listed) {
        publish(CatalogTopic.COMPANY_VARIANTS, VariantKeys.encode(key), SinkRecords.content(key, name));
        listing(key.locationId(), key.barcode(), listed);
    }

    /** Publishes a product; without a name, its deletion. */
    void product(String barcode, long revision, @Nullable String name) {
        ScopedVariant key = new ScopedVariant(Scope.everywhere(), barcode);
        publish(CatalogTopic.RESOLVED_VARIANTS, barcode, name == null ? null : SinkRecords.entry(key, revision, name));
    }

    /** Publishes that a company or a location has a reference to a product. */
    void refer(ScopedVariant key, long product) {
        publish(
                CatalogTopic.COMPANY_VARIANTS,
                VariantKeys.encode(key),
                new CompanyVariant(new ProductReference(product, product), null));
    }

    void listing(long locationId, String barcode, boolean listed) {
        publish(
                CatalogTopic.SKU_BARCODES,
                "1/" + locationId + "/sku-of-" + barcode,
                listed ? new SkuBarcode(barcode) : null);
    }

    void publish(CatalogTopic topic, String key, @Nullable SpecificRecord record) {
        topic(topic).pipeInput(key, value(topic, record));
    }

    private byte @Nullable [] value(CatalogTopic topic, @Nullable SpecificRecord record) {
        return serializers.serialize(PREFIX, topic, record);
    }

    TestInputTopic<String, byte[]> topic(CatalogTopic topic) {
        return driver.createInputTopic(topic.name(PREFIX), new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
        registryServer.close();
    }

    /** Records of variants with everything that a configuration changes. */
    static final class SinkRecords {

        private SinkRecords() {}

        static CompanyVariant content(ScopedVariant key, String name) {
            return new CompanyVariant(null, entry(key, 1, name));
        }

        static ResolvedVariant entry(ScopedVariant key, long revision, String name) {
            FieldValues values = FieldValues.builder()
                    .set(VariantField.NAME, name)
                    .set(VariantField.BADGES, List.of("new"))
                    .set(VariantField.VARIANT_TYPE, "Flower")
                    .set(VariantField.THC, new MeasuredRange("20", "25", "15"))
                    .set(VariantField.CANNABIS_UNIT_OF_MEASURE, "%")
                    .set(
                            VariantField.ASSETS,
                            Map.of(
                                    "Product",
                                    List.of(new Asset("1", "https://a/1", null), new Asset("2", "https://a/2", null))))
                    .build();
            return VariantRecords.variant(key, revision, new ResolvedEntry(values, Set.of(), Set.of(), null, null));
        }
    }
}
