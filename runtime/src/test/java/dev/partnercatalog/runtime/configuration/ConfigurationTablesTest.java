package dev.partnercatalog.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConfigurationTablesTest {

    private static final AllowedCompany COMPANY =
            new AllowedCompany("1", "C", "cova", "x", new AllowedFields(true, true, true, true), List.of());

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final ConfigurationTables tables = new ConfigurationTables(registry, "catalog.", 1);
    private final TopologyTestDriver driver = start();

    @AfterEach
    void close() {
        driver.close();
        registryServer.close();
    }

    @Test
    void a_table_holds_the_last_record_of_each_key() {
        put(CatalogTopic.PARTNER_CONFIGS, "p", partner(1));
        put(CatalogTopic.PARTNER_CONFIGS, "q", partner("q", 2));
        put(CatalogTopic.PARTNER_CONFIGS, "p", partner(3));
        assertThat(tables.partner("p")).isEqualTo(partner(3));
        assertThat(tables.partnerIds()).containsExactly("p", "q");
        put(CatalogTopic.PARTNER_CONFIGS, "p", null);
        assertThat(tables.partner("p")).isNull();
        assertThat(tables.partnerIds()).containsExactly("q");
    }

    @Test
    void a_record_is_decoded_once_and_again_after_each_change() {
        put(CatalogTopic.PARTNER_CONFIGS, "p", partner(1));
        PartnerConfig first = tables.partner("p");
        assertThat(tables.partner("p")).isSameAs(first);
        put(CatalogTopic.PARTNER_CONFIGS, "p", partner(1));
        assertThat(tables.partner("p")).isEqualTo(first).isNotSameAs(first);
    }

    @Test
    void each_change_names_the_partner_that_it_concerns() {
        List<String> changed = new ArrayList<>();
        tables.onChange(changed::add);
        put(CatalogTopic.PARTNER_CONFIGS, "p", partner(1));
        put(CatalogTopic.SCOPE_CONFIGS, "q/1", company("q", "mg/g"));
        put(CatalogTopic.SCOPE_CONFIGS, "p/1", company("mg/g"));
        put(CatalogTopic.SCOPE_CONFIGS, "p/1", null);
        putBytes(CatalogTopic.SCOPE_CONFIGS, "r/1/2", new byte[] {9, 9});
        assertThat(changed).containsExactly("p", "q", "p", "p", "r");
    }

    @Test
    void a_partners_scopes_are_read_without_those_of_others() {
        put(CatalogTopic.SCOPE_CONFIGS, "p/1", company("mg/g"));
        put(CatalogTopic.SCOPE_CONFIGS, "pp/1", company("pp", "%"));
        put(
                CatalogTopic.SCOPE_CONFIGS,
                "p-/1/2",
                new ScopeConfig("p-", 1L, 2L, null, null, null, null, new LocationAllowedFields(false, false, false)));
        assertThat(tables.readScopes("p").locations(1)).isEmpty();
        assertThat(resolve(2).cannabisUnitOfMeasure()).isEqualTo("mg/g");
        assertThat(tables.readScopes("p-").locations(1)).containsExactly(2L);
        assertThat(tables.readScopes("q").locations(1)).isEmpty();
    }

    @Test
    void D6_D10_a_locations_configuration_is_a_layer_that_company_scope_does_not_have() {
        put(CatalogTopic.SCOPE_CONFIGS, "p/1", company("mg/g"));
        put(
                CatalogTopic.SCOPE_CONFIGS,
                "p/1/2",
                new ScopeConfig("p", 1L, 2L, null, null, null, null, new LocationAllowedFields(false, false, false)));
        ResolvedConfiguration company = resolve(1);
        ResolvedConfiguration location = resolve(2);
        assertThat(company.allowedFields().badges()).isTrue();
        assertThat(location.allowedFields().badges()).isFalse();
        assertThat(location.allowedFields().cannabinoidOverrides()).isTrue();
        assertThat(location.cannabisUnitOfMeasure()).isEqualTo("mg/g");
        assertThat(location.variantAssetConfig())
                .isEqualTo(company.variantAssetConfig())
                .containsKey("Flower");
    }

    @Test
    void a_location_whose_configuration_cannot_be_read_has_no_flag_that_it_may_have_turned_off() {
        put(
                CatalogTopic.SCOPE_CONFIGS,
                "p/1/2",
                new ScopeConfig("p", 1L, 2L, null, null, null, null, new LocationAllowedFields(true, true, true)));
        assertThat(resolve(2).allowedFields().labels()).isTrue();
        putBytes(CatalogTopic.SCOPE_CONFIGS, "p/1/2", new byte[] {9, 9});
        ResolvedConfiguration location = resolve(2);
        assertThat(location.allowedFields().labels()).isFalse();
        assertThat(location.allowedFields().badges()).isFalse();
        assertThat(location.allowedFields().displayNameOverrides()).isFalse();
        assertThat(location.allowedFields().cannabinoidOverrides()).isTrue();
        assertThat(resolve(3).allowedFields().labels()).isTrue();
        put(CatalogTopic.SCOPE_CONFIGS, "p/1/2", null);
        assertThat(resolve(2).allowedFields().labels()).isTrue();
    }

    /** What applies to partner p, looked up and read as a whole. */
    private ResolvedConfiguration resolve(long locationId) {
        ResolvedConfiguration looked = tables.resolve(partner(1), COMPANY, locationId);
        assertThat(tables.readScopes("p").resolve(COMPANY, locationId)).isEqualTo(looked);
        return looked;
    }

    private static ScopeConfig company(String unit) {
        return company("p", unit);
    }

    private static ScopeConfig company(String partnerId, String unit) {
        return new ScopeConfig(
                partnerId,
                1L,
                null,
                List.of(new AssetPriority("Product", 2)),
                Map.of("Flower", List.of()),
                unit,
                null,
                null);
    }

    private static PartnerConfig partner(long revision) {
        return partner("p", revision);
    }

    private static PartnerConfig partner(String partnerId, long revision) {
        return PartnerConfig.newBuilder()
                .setRevision(revision)
                .setPartner(new Partner(partnerId, "P", true, new WebhookSetting(false, ""), List.of(COMPANY)))
                .build();
    }

    private <T extends SpecificRecord> void put(CatalogTopic topic, String key, @Nullable T value) {
        driver.createInputTopic(
                        topic.name("catalog."), new StringSerializer(), new RecordSerializer<T>(registry, topic))
                .pipeInput(key, value);
    }

    private void putBytes(CatalogTopic topic, String key, byte[] value) {
        driver.createInputTopic(topic.name("catalog."), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value);
    }

    private TopologyTestDriver start() {
        Topology topology = new Topology();
        tables.addTo(topology, new UnreadableRecords(new SimpleMeterRegistry(), "catalog."));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        TopologyTestDriver started = new TopologyTestDriver(topology, properties);
        tables.bind(started::getKeyValueStore);
        return started;
    }
}
