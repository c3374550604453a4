package dev.partnercatalog.webhook.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RecordSerializers;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.reconcile.ScriptedDelivery;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubscriptionTableTest {

    private static final String PREFIX = "catalog.";
    private static final TopicSettings TOPICS = new TopicSettings(PREFIX, 1, (short) 1);

    private final AtomicLong nanoTime = new AtomicLong();
    private long compiling;
    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final RecordSerializers serializers = new RecordSerializers(registry);
    private final SubscriptionTable table =
            new SubscriptionTable(registry, TOPICS, "1", new ScriptedDelivery(1), () -> nanoTime.addAndGet(compiling));
    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), PREFIX);
    private final TopologyTestDriver driver = start();

    @AfterEach
    void close() {
        driver.close();
        unreadable.close();
        registryServer.close();
    }

    @Test
    void only_the_partner_whose_configuration_scope_or_client_changes_is_compiled_anew() {
        for (String id : List.of("a", "b", "c", "d")) {
            partner(id, companies(2, true));
        }
        open();
        assertThat(changes(() -> {})).isEmpty();
        assertThat(changes(() -> partner("b", companies(2, false)))).containsExactly("b");
        assertThat(changes(() -> location("c", 1, 11, false))).containsExactly("c");
        assertThat(changes(() -> put(CatalogTopic.SCOPE_CONFIGS, "c/1/11", null)))
                .containsExactly("c");
        assertThat(changes(() -> client("k", "d"))).containsExactly("d");
        assertThat(changes(() -> client("k", "a"))).containsExactly("a", "d");
        assertThat(changes(() -> client("l", "a"))).containsExactly("a");
        assertThat(changes(() -> put(CatalogTopic.CLIENTS, "k", null))).containsExactly("a");
        assertThat(changes(() -> put(CatalogTopic.PARTNER_CONFIGS, "b", null))).containsExactly("b");
        assertThat(changes(() -> partner("bb", companies(1, true)))).containsExactly("bb");
        assertThat(table.current().all()).extracting(Subscriber::partnerId).containsExactly("a", "bb", "c", "d");
    }

    private List<String> changes(Runnable change) {
        Subscriptions before = table.current();
        change.run();
        table.refresh();
        return table.current().changedSince(before);
    }

    @Test
    void a_partner_is_held_until_it_has_a_client_and_no_longer_when_it_has_one() {
        partner("p", companies(1, true));
        open();
        assertThat(of("p").settings().held()).isTrue();
        client("k", "p");
        table.refresh();
        assertThat(of("p").settings().held()).isFalse();
        put(CatalogTopic.CLIENTS, "k", null);
        table.refresh();
        assertThat(of("p").settings().held()).isTrue();
    }

    @Test
    void partners_that_see_the_same_of_a_company_share_it_and_a_location_of_its_own_ends_that() {
        partner("p", companies(2, true));
        partner("q", companies(3, true));
        open();
        assertThat(of("p").company(1)).isSameAs(of("q").company(1)).isNotNull();
        location("q", 1, 11, false);
        table.refresh();
        assertThat(of("p").company(1)).isNotSameAs(of("q").company(1));
        assertThat(of("p").company(2)).isSameAs(of("q").company(2));
        assertThat(badges("p", 1, 11)).isTrue();
        assertThat(badges("q", 1, 11)).isFalse();
        assertThat(badges("q", 1, 12)).isTrue();
        assertThat(badges("q", 1, 1)).isTrue();
        assertThat(of("q").configuration(new ScopedVariant(Scope.of(1, 99), "A")))
                .isNull();
        assertThat(of("q").configuration(new ScopedVariant(new Scope.Company(9), "A")))
                .isNull();
        location("q", 1, 11, true);
        table.refresh();
        assertThat(of("p").company(1)).as("it says nothing special").isSameAs(of("q").company(1));
    }

    @Test
    void what_a_partner_may_see_is_the_same_however_it_was_compiled() {
        partner("p", companies(2, true));
        location("p", 2, 21, false);
        open();
        Subscriber before = of("p");
        partner("p", companies(2, true));
        table.refresh();
        assertThat(of("p")).isNotSameAs(before);
        assertThat(of("p").companies().fingerprint())
                .isEqualTo(before.companies().fingerprint());
        partner("p", companies(1, true));
        table.refresh();
        assertThat(of("p").companies().fingerprint())
                .isNotEqualTo(before.companies().fingerprint());
        assertThat(of("p").revision(1)).isEqualTo(before.revision(1));
        assertThat(of("p").revision(2)).isNull();
    }

    @Test
    void of_very_many_changes_the_first_are_applied_before_the_last() {
        open();
        for (int i = 0; i < 20; i++) {
            partner("p" + i, companies(1, true));
        }
        compiling = SubscriptionTable.PAUSE.toNanos() / 4;
        table.refresh();
        assertThat(table.current().all()).hasSizeBetween(1, 10);
        for (int i = 0; i < 20; i++) {
            table.refresh();
        }
        assertThat(table.current().all()).hasSize(20);
    }

    private boolean badges(String partnerId, long companyId, long locationId) {
        return Objects.requireNonNull(
                        of(partnerId).configuration(new ScopedVariant(Scope.of(companyId, locationId), "A")))
                .allowedFields()
                .badges();
    }

    private Subscriber of(String partnerId) {
        return Objects.requireNonNull(table.current().of(partnerId));
    }

    private static List<AllowedCompany> companies(int count, boolean badges) {
        List<AllowedCompany> companies = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            companies.add(new AllowedCompany(
                    Integer.toString(i),
                    "C",
                    "cova",
                    "x" + i,
                    new AllowedFields(badges, true, true, true),
                    List.of(new AllowedLocation(i + "1", "L", "l1"), new AllowedLocation(i + "2", "L", "l2"))));
        }
        return companies;
    }

    private void partner(String id, List<AllowedCompany> companies) {
        put(
                CatalogTopic.PARTNER_CONFIGS,
                id,
                PartnerConfig.newBuilder()
                        .setRevision(1)
                        .setPartner(new Partner(
                                id, id, true, new WebhookSetting(true, "https://p.example/hook"), companies))
                        .setWebhookControl(WebhookControl.newBuilder().build())
                        .build());
    }

    private void location(String partnerId, long companyId, long locationId, boolean flags) {
        put(
                CatalogTopic.SCOPE_CONFIGS,
                partnerId + "/" + companyId + "/" + locationId,
                new ScopeConfig(
                        partnerId,
                        companyId,
                        locationId,
                        null,
                        null,
                        null,
                        null,
                        new LocationAllowedFields(flags, flags, flags)));
    }

    private void client(String id, String partnerId) {
        put(CatalogTopic.CLIENTS, id, new Client(id, partnerId, ByteBuffer.wrap(new byte[32]), true, Instant.EPOCH));
    }

    private void put(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        driver.createInputTopic(topic.name(PREFIX), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, serializers.serialize(PREFIX, topic, value));
    }

    private void open() {
        table.open(driver::getKeyValueStore);
    }

    private TopologyTestDriver start() {
        Topology topology = new Topology();
        table.addTo(topology, unreadable);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        return new TopologyTestDriver(topology, properties);
    }
}
