package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a batch looks its keys up, and what it makes of a partition that is away. */
class LocalCatalogTest {

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 24, (short) 1);
    private static final Scope LOCATION = new Scope(1, 11);

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(2));
    private final TableState state = new TableState(TOPICS, Duration.ZERO);
    private final MemoryFilling memory = new MemoryFilling(new MemoryTier(8 << 20));
    private final Catalog catalog = new LocalCatalog(state, registry, TOPICS, () -> Duration.ZERO);

    @BeforeEach
    void open() {
        for (Table table : Table.values()) {
            for (int partition = 0; partition < TOPICS.partitions(); partition++) {
                TablePartition at = state.partition(table, partition);
                at.opened(new OpenTable(
                        Stores.inMemoryKeyValueStore("store").get(),
                        table.inMemory() ? memory.newCache() : null,
                        key -> {}));
                at.started();
            }
        }
        TablesInTests.catchUp(state, TOPICS);
        assertThat(state.isCaughtUp()).isTrue();
    }

    @AfterEach
    void close() {
        memory.close();
        registryServer.close();
    }

    @Test
    void a_batch_finds_everything_wherever_it_lies() {
        Set<String> barcodes = barcodes();
        barcodes.forEach(this::put);
        assertThat(catalog.find(LOCATION, barcodes).keySet()).isEqualTo(barcodes);
    }

    @Test
    void one_partition_that_is_away_makes_the_whole_batch_unavailable() {
        Set<String> barcodes = barcodes();
        barcodes.forEach(this::put);
        away(Table.VARIANTS, 7);
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.find(LOCATION, barcodes));
    }

    @Test
    void a_partition_that_no_identifier_of_the_batch_lies_in_may_be_away() {
        put("A");
        IntStream.range(0, TOPICS.partitions())
                .filter(partition -> partition != Partitioning.byBarcode("A", TOPICS.partitions()))
                .forEach(partition -> away(Table.VARIANTS, partition));
        assertThat(catalog.find(LOCATION, Set.of("A", "out of form"))).containsOnlyKeys("A");
    }

    @Test
    void a_batch_of_SKUs_needs_the_partition_of_its_company_alone() {
        int needed = Partitioning.byCompany(1, TOPICS.partitions());
        IntStream.range(0, TOPICS.partitions())
                .filter(partition -> partition != needed)
                .forEach(partition -> away(Table.SKUS, partition));
        assertThat(catalog.listings(LOCATION, Set.of("a", "b")).ofLocation()).isEmpty();
        away(Table.SKUS, needed);
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.listings(LOCATION, Set.of("a", "b")));
    }

    @Test
    void a_company_whose_partition_is_away_is_not_answered_with_what_bpd_says() {
        put("A");
        away(Table.COMPANY_VARIANTS, Partitioning.byCompany(1, TOPICS.partitions()));
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.find(LOCATION, Set.of("A")));
        assertThat(catalog.find(Scope.ofCompany(otherCompany()), Set.of("A"))).containsOnlyKeys("A");
    }

    private static long otherCompany() {
        int away = Partitioning.byCompany(1, TOPICS.partitions());
        return LongStream.range(2, 100)
                .filter(company -> Partitioning.byCompany(company, TOPICS.partitions()) != away)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_store_that_is_closed_while_it_is_read_says_nothing() {
        put("A");
        OpenTable store = store(Table.VARIANTS, Partitioning.byBarcode("A", TOPICS.partitions()));
        assertThat(catalog.find(LOCATION, Set.of("A"))).containsOnlyKeys("A");
        store.close();
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.find(LOCATION, Set.of("A")));
    }

    private void away(Table table, int partition) {
        state.partition(table, partition).stopped();
    }

    private OpenTable store(Table table, int partition) {
        return state.open(table, partition);
    }

    private static Set<String> barcodes() {
        return IntStream.range(0, 200).mapToObj(i -> "barcode-" + i).collect(Collectors.toSet());
    }

    private void put(String barcode) {
        var entry = new VariantLayers(FieldValues.builder().build(), List.of(), null, null, null).resolve();
        store(Table.VARIANTS, Partitioning.byBarcode(barcode, TOPICS.partitions()))
                .put(Bytes.wrap(barcode.getBytes(StandardCharsets.UTF_8)), VariantImage.of(barcode, entry));
    }
}
