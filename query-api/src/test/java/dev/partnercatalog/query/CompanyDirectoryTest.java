package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.SameHash;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CompanyDirectoryTest {

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final GlobalTable<Company> table =
            new GlobalTable<>(CatalogTopic.COMPANY_DIRECTORY, Company.class, registry, "catalog.", 1);
    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), "catalog.");
    private final TopologyTestDriver driver = start();
    private final TableState state = new TableState(Duration.ZERO, () -> {});
    private final CompanyDirectory directory = new CompanyDirectory(state, table);

    @AfterEach
    void close() {
        driver.close();
        registryServer.close();
    }

    @Test
    void D19_a_company_is_found_by_provider_and_id_if_it_is_shared_with_the_partner() {
        put("7", company(7, "cova", "a", "p1", "p2"));
        put("8", company(8, "greenline", "a", "p1"));
        assertThat(found("cova", "a", "p1")).isEqualTo(7);
        assertThat(found("cova", "a", "p2")).isEqualTo(7);
        assertThat(found("greenline", "a", "p1")).isEqualTo(8);
        assertThat(found("greenline", "a", "p2")).isNull();
        assertThat(found("cova", "b", "p1")).isNull();
    }

    @Test
    void it_follows_the_table() {
        put("7", company(7, "cova", "a", "p1"));
        assertThat(found("cova", "a", "p1")).isEqualTo(7);
        put("7", company(7, "cova", "b", "p1"));
        assertThat(found("cova", "a", "p1")).isNull();
        assertThat(found("cova", "b", "p1")).isEqualTo(7);
        put("7", null);
        assertThat(found("cova", "b", "p1")).isNull();
    }

    @Test
    void of_two_companies_with_one_id_the_shared_one_is_found_or_else_the_one_with_the_lower_id() {
        put("9", company(9, "cova", "a", "p1"));
        put("7", company(7, "cova", "a"));
        assertThat(found("cova", "a", "p1")).isEqualTo(9);
        put("8", company(8, "cova", "a", "p1"));
        assertThat(found("cova", "a", "p1")).isEqualTo(8);
    }

    /** Comparing each name with each other would take minutes. */
    @Test
    @Timeout(60)
    void many_companies_with_equal_hash_codes_cost_no_more_than_others() {
        assertThat(CompanyDirectory.byName(
                        SameHash.texts(17).stream().map(id -> new Company(7L, "C", "cova", id, List.of(), List.of()))))
                .hasEntrySatisfying("cova", companies -> assertThat(companies).hasSize(1 << 17));
    }

    @Test
    void nothing_is_returned_before_the_table_is_loaded() {
        assertThatThrownBy(() -> directory.find("cova", "a", "p1")).isInstanceOf(HttpProblem.class);
    }

    private @Nullable Long found(String provider, String providerId, String partnerId) {
        Company company = directory.find(provider, providerId, partnerId);
        return company == null ? null : company.getCompanyId();
    }

    private static Company company(long id, String provider, String providerId, String... sharedWith) {
        return new Company(id, "C" + id, provider, providerId, List.of(), List.of(sharedWith));
    }

    private void put(String key, @Nullable Company company) {
        TestInputTopic<String, Company> input = driver.createInputTopic(
                "catalog.company-directory",
                new StringSerializer(),
                new RecordSerializer<>(registry, CatalogTopic.COMPANY_DIRECTORY));
        input.pipeInput(key, company);
        state.loaded(name -> {
            throw new IllegalStateException(name);
        });
    }

    private TopologyTestDriver start() {
        registry.registerAll("catalog.");
        Topology topology = new Topology();
        table.addTo(topology, unreadable);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        TopologyTestDriver started = new TopologyTestDriver(topology, properties);
        table.bind(name -> started.getKeyValueStore(name));
        return started;
    }
}
