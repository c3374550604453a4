package dev.partnercatalog.webhook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.resolution.Asset;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.journal.EndpointTable;
import dev.partnercatalog.webhook.journal.Journal;
import dev.partnercatalog.webhook.journal.WriterDouble;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.reconcile.ScriptedDelivery;
import dev.partnercatalog.webhook.reconcile.UnfinishedBatches;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.PartnerClients;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole topology on Kafka Streams, with RocksDB and the real configuration tables. */
class WebhookTopologyTest {

    private static final String PREFIX = "catalog.";
    private static final String CLIENT_ID = "client";
    private static final TopicSettings TOPICS = new TopicSettings(PREFIX, 1, (short) 1);

    @TempDir
    private Path stateDir = Path.of("");

    private final ScriptedDelivery delivery = new ScriptedDelivery(4);
    private final AtomicLong nanoTime = new AtomicLong();
    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(1));

    /** The publishers' registry client: the sink must look up what this one knows. */
    private final SchemaRegistry publishers = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(1));

    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), PREFIX);
    private final Journal journal = new WriterDouble().journal();
    private final EndpointTable endpoints = new EndpointTable(registry, TOPICS, journal);
    private @Nullable TopologyTestDriver driver;

    @BeforeEach
    void start() {
        ConfigurationTables configurations = new ConfigurationTables(registry, PREFIX, 1);
        SubscriptionTable subscriptions = new SubscriptionTable(
                configurations,
                new PartnerClients(registry, TOPICS),
                "1",
                delivery,
                Duration.ofMillis(1),
                nanoTime::get);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        driver = new TopologyTestDriver(
                WebhookTopology.build(
                        TOPICS,
                        registry,
                        subscriptions,
                        endpoints,
                        new ReconcilerContext(
                                subscriptions::current,
                                delivery,
                                new Backoff(new Random(1)),
                                ReconcileLimits.DEFAULT,
                                new UnfinishedBatches(),
                                journal,
                                journal,
                                new Freshness(new SimpleMeterRegistry(), "delivered")),
                        unreadable,
                        () -> Membership.PERMANENT,
                        Stores.persistentKeyValueStore(SinkState.STORE),
                        Quarantine.inLog(),
                        new CanaryWatch(Duration.ofSeconds(10), InstantSource.system()),
                        () -> new CommitPace(nanoTime::get),
                        new ImageRenewals(
                                () -> {
                                    throw new AssertionError("a new store contains no images of another version");
                                },
                                nanoTime::get)),
                properties);
        client();
    }

    @AfterEach
    void stop() {
        driver().close();
        registryServer.close();
    }

    @Test
    @DisplayName("D27: nothing is sent to a partner without a client, and all that is due once it has one")
    void what_is_due_waits_for_the_partners_first_client() {
        publish(CatalogTopic.CLIENTS, CLIENT_ID, null);
        partner(true, false, WebhookControl.newBuilder().setPings(1).build());
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);
        settle();
        variant(VariantKey.ofLocation("B", 1, 11), "b", true);
        settle();
        assertThat(delivery.all()).isEmpty();
        assertThat(delivery.inUse()).singleElement().matches(settings -> settings.hold() == WebhookHold.NO_CLIENT);

        client();
        assertThat(settle()).containsOnlyKeys(new ScopedVariant(1, 11, "A"), new ScopedVariant(1, 11, "B"));
        assertThat(delivery.all()).noneMatch(sent -> sent.lane() == Lane.PING);
    }

    @Test
    @DisplayName("D24: a listing at a location and one for the whole company are delivered at their scopes")
    void listings_are_delivered_at_their_scopes() {
        partner(true, false);
        variant(VariantKey.ofCompany("A", 1), "company", true);
        variant(VariantKey.ofLocation("A", 1, 11), "location", true);
        variant(VariantKey.ofLocation("B", 1, 11), "not listed there", false);
        variant(VariantKey.ofCompany("C", 1), "company's", false);
        listing(11, "C", true);

        Map<ScopedVariant, String> received = settle();

        assertThat(received)
                .containsOnlyKeys(
                        new ScopedVariant(1, 1, "A"), new ScopedVariant(1, 11, "A"), new ScopedVariant(1, 11, "C"));
        assertThat(received.get(new ScopedVariant(1, 11, "C")))
                .contains("\"name\":\"company's\"", "\"locationId\":11,");
        assertThat(received.get(new ScopedVariant(1, 1, "A"))).contains("\"name\":\"company\"", "\"locationId\":1,");
        assertThat(received.get(new ScopedVariant(1, 11, "A"))).contains("\"name\":\"location\"", "\"locationId\":11,");
    }

    @Test
    @DisplayName("D12: attributes of a location with the company's id apply nowhere: that scope is the company")
    void a_locations_entry_with_the_companys_id_is_not_the_companys() {
        partner(true, false);
        variant(VariantKey.ofCompany("A", 1), "company", true);
        variant(VariantKey.ofLocation("A", 1, 1), "location", true);
        assertThat(settle().get(new ScopedVariant(1, 1, "A"))).contains("\"name\":\"company\"");

        publish(CatalogTopic.COMPANY_VARIANTS, "A/1/1", null);
        assertThat(settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: an entry that loses its last SKU, and one that is deleted, are sent as removed")
    void entries_that_go_are_sent_as_removed() {
        partner(true, false);
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);
        variant(VariantKey.ofLocation("B", 1, 11), "b", true);
        settle();

        variant(VariantKey.ofLocation("A", 1, 11), "a", false);
        publish(CatalogTopic.COMPANY_VARIANTS, "B/1/11", null);
        tick();

        assertThat(delivery.underWay())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().removed())
                        .containsExactlyInAnyOrder(new ScopedVariant(1, 11, "A"), new ScopedVariant(1, 11, "B")));
    }

    @Test
    @DisplayName("D24: a change of the partner's flags, units or assets is sent only if it changes a record")
    void configurations_change_what_a_partner_has() {
        partner(true, false);
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);
        settle();

        partner(true, true);
        assertThat(settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"badges\":[\"new\"]"));
        scope("p", 1, null, config -> config.setCannabisUnitOfMeasure("mg/g"));
        assertThat(settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"cannabisUnitOfMeasure\":\"mg/g\"", "\"avg\":\"200\""));
        scope("p", 1, 11L, config -> config.setAssetPriority(List.of(new AssetPriority("Product", 2))));
        assertThat(settle()).isEmpty(); // an order without types makes no entry (D8)
        scope("p", 1, 11L, config -> {
            config.setAssetPriority(List.of(new AssetPriority("Product", 2)));
            config.setVariantTypePreferences(Map.of("Flower", List.of("Product")));
        });
        assertThat(settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"id\":\"1\"", "\"id\":\"2\""));
        scope("p", 1, 11L, config -> {
            config.setAssetPriority(List.of(new AssetPriority("Product", 2)));
            config.setVariantTypePreferences(Map.of("Flower", List.of("Product")));
            config.setAllowedFields(new LocationAllowedFields(false, true, true));
        });
        assertThat(settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).doesNotContain("badges"));
        scope("somebody-else", 1, null, config -> config.setCannabisUnitOfMeasure("%"));
        assertThat(settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: nothing is sent to a partner that is disabled, or whose webhook is disabled")
    void a_disabled_partner_is_sent_nothing() {
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);
        partner(false, false);
        assertThat(settle()).isEmpty();

        partner(true, false);
        assertThat(settle()).hasSize(1);

        publish(CatalogTopic.PARTNER_CONFIGS, "p", null);
        variant(VariantKey.ofLocation("A", 1, 11), "b", true);
        assertThat(settle()).isEmpty();
    }

    @Test
    @DisplayName("D26: the health of endpoints is read from their topic, and what can't be read counts as unknown")
    void how_endpoints_stand_is_read_from_the_topic() {
        WebhookEndpoint suspended = WebhookEndpoint.newBuilder()
                .setPartnerId("p")
                .setUrl("https://partner.example/hook")
                .setUpdatedAt(1)
                .setStatus(EndpointStatus.SUSPENDED)
                .build();
        long before = endpoints.version();
        publish(CatalogTopic.WEBHOOK_ENDPOINTS, "p", suspended);
        topic(CatalogTopic.WEBHOOK_ENDPOINTS).pipeInput("q", new byte[] {1, 2, 3});

        assertThat(endpoints.of("p")).isEqualTo(suspended);
        assertThat(endpoints.of("q")).isNull();
        assertThat(endpoints.version()).isGreaterThan(before);
        publish(CatalogTopic.WEBHOOK_ENDPOINTS, "p", null);
        assertThat(endpoints.of("p")).isNull();
    }

    @Test
    void a_record_that_can_not_be_read_is_passed_over_and_the_rest_goes_on() {
        partner(true, false);
        TestInputTopic<String, byte[]> topic = topic(CatalogTopic.COMPANY_VARIANTS);
        topic.pipeInput("A/1/11", new byte[] {1, 2, 3});
        topic.pipeInput("A/one/11", new byte[] {1, 2, 3});
        topic.pipeInput("", new byte[] {1, 2, 3});
        variant(VariantKey.ofLocation("B", 1, 11), "b", true);

        assertThat(settle()).containsOnlyKeys(new ScopedVariant(1, 11, "B"));
        assertThat(unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isEqualTo(3);
        topic.pipeInput("A/1/11", null);
        topic.pipeInput("A/one/11", null);
        topic.pipeInput("", null);
        assertThat(unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isZero();
    }

    @Test
    void a_configuration_under_another_partners_key_is_nobodys() {
        partner(true, false);
        partner("another", true, false, WebhookControl.newBuilder().build());
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);
        assertThat(settle()).hasSize(1);
        unreadable.examine();
        assertThat(unreadable.count(CatalogTopic.PARTNER_CONFIGS)).isEqualTo(1);
    }

    @Test
    void a_partner_whose_configuration_can_not_be_read_waits_and_the_others_do_not() {
        partner(true, false);
        topic(CatalogTopic.PARTNER_CONFIGS).pipeInput("broken", new byte[] {1, 2, 3});
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);
        assertThat(settle()).hasSize(1);

        topic(CatalogTopic.PARTNER_CONFIGS).pipeInput("p", new byte[] {1, 2, 3});
        variant(VariantKey.ofLocation("A", 1, 11), "b", true);
        assertThat(settle()).isEmpty();

        partner(true, false);
        assertThat(settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"name\":\"b\""));
    }

    @Test
    @DisplayName("Requests of a partner or the operator take effect: hold the webhook, ping it, resync everything")
    void what_is_asked_of_a_webhook_is_done() {
        WebhookControl control = WebhookControl.newBuilder().build();
        partner(true, false, control);
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);
        assertThat(settle()).hasSize(1);

        control.setResyncs(1);
        partner(true, false, control);
        assertThat(settle()).hasSize(1);
        assertThat(settle()).isEmpty();

        control.setSuspended(true);
        control.setResumes(2);
        partner(true, false, control);
        tick();
        assertThat(delivery.inUse()).singleElement().satisfies(settings -> {
            assertThat(settings.held()).isTrue();
            assertThat(settings.resumes()).isEqualTo(2);
        });

        control.setSuspended(false);
        control.setPings(1);
        partner(true, false, control);
        tick();
        assertThat(delivery.underWay()).singleElement().satisfies(sent -> {
            assertThat(sent.lane()).isEqualTo(Lane.PING);
            assertThat(sent.message().contents().ping()).isEqualTo(1);
            sent.accept();
        });
        assertThat(settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: a smaller message size applies to messages that are ready too, and sends nothing by itself")
    void a_smaller_size_of_messages_takes_back_what_is_ready() {
        partner(true, false);
        for (int i = 0; i < 20; i++) {
            variant(VariantKey.ofLocation("A" + i, 1, 11), "a", true);
        }
        tick();
        ScriptedDelivery.Sent large = requireNonNull(delivery.underWay().get(0));
        assertThat(large.records().variants()).hasSize(20);

        partner(true, false, inMessagesOf(10));
        tick();
        assertThat(large.isOutdated()).isTrue();
        large.end(Outcome.withheld("out of date", false));
        assertThat(settle()).hasSize(20);
        assertThat(delivery.all().subList(1, delivery.all().size()))
                .allSatisfy(sent -> assertThat(sent.records().variants()).hasSizeLessThanOrEqualTo(10));
        partner(true, false, inMessagesOf(5));
        assertThat(settle()).isEmpty();
    }

    private static WebhookControl inMessagesOf(int records) {
        return WebhookControl.newBuilder()
                .setSettings(WebhookSettings.newBuilder()
                        .setRecordsPerMessage(records)
                        .build())
                .build();
    }

    @Test
    void each_task_has_a_way_to_endpoints_of_its_own() {
        assertThat(delivery.tasks()).isEqualTo(1);
    }

    @Test
    void a_configuration_that_comes_while_the_registry_is_away_holds_once_it_is_back() {
        publishers.registerAll(PREFIX);
        registryServer.failNext(Integer.MAX_VALUE);
        partner(true, false);
        tick();
        registryServer.failNext(0);
        variant(VariantKey.ofLocation("A", 1, 11), "a", true);

        assertThat(settle()).hasSize(1);
    }

    private TopologyTestDriver driver() {
        return requireNonNull(driver);
    }

    private void tick() {
        nanoTime.addAndGet(1_000_000_000);
        driver().advanceWallClockTime(Duration.ofMillis(20));
    }

    /** Ticks and accepts until nothing is left to do; returns the records that were sent. */
    private Map<ScopedVariant, String> settle() {
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

    private void client() {
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

    private void partner(boolean enabled, boolean badges) {
        partner(enabled, badges, WebhookControl.newBuilder().build());
    }

    private void partner(boolean enabled, boolean badges, WebhookControl control) {
        partner("p", enabled, badges, control);
    }

    /** Publishes the configuration of partner p. */
    private void partner(String key, boolean enabled, boolean badges, WebhookControl control) {
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

    private void scope(String partnerId, long companyId, @Nullable Long locationId, Consumer<ScopeConfig> change) {
        ScopeConfig config = new ScopeConfig();
        config.setPartnerId(partnerId);
        config.setCompanyId(companyId);
        config.setLocationId(locationId);
        change.accept(config);
        publish(CatalogTopic.SCOPE_CONFIGS, new ScopeConfigKey(partnerId, companyId, locationId).encode(), config);
    }

    private void variant(VariantKey key, String name, boolean listed) {
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
        ResolvedVariant variant =
                VariantRecords.variant(key, 1, new ResolvedEntry(values, Set.of(), Set.of(), List.of(), null, null));
        publish(CatalogTopic.COMPANY_VARIANTS, key.encode(), variant);
        listing(key.locationId() == null ? key.requireCompany() : key.locationId(), key.barcode(), listed);
    }

    private void listing(long locationId, String barcode, boolean listed) {
        publish(
                CatalogTopic.SKU_BARCODES,
                "1/" + locationId + "/sku-of-" + barcode,
                listed ? new SkuBarcode(barcode) : null);
    }

    private <T extends SpecificRecord> void publish(CatalogTopic topic, String key, @Nullable T record) {
        try (RecordSerializer<T> serializer = new RecordSerializer<>(publishers, topic)) {
            topic(topic).pipeInput(key, serializer.serialize(topic.name(PREFIX), record));
        }
    }

    private TestInputTopic<String, byte[]> topic(CatalogTopic topic) {
        return driver().createInputTopic(topic.name(PREFIX), new StringSerializer(), new ByteArraySerializer());
    }
}
