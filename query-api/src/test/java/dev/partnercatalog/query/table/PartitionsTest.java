package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a batch looks its keys up. */
class PartitionsTest {

    private static final int PARTITIONS = 24;

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(2));
    private final Map<Integer, Map<String, byte[]>> records = new HashMap<>();
    private final Set<Integer> away = new HashSet<>();
    private final List<Integer> asked = new ArrayList<>();
    private final RecordSource source =
            new LocalRecords(Map.of(Table.VARIANTS, store(Table.VARIANTS), Table.SKUS, store(Table.SKUS)));
    private final HeldVariants none = new HeldVariants(new TableProgress(), "catalog.", new MemoryTier(0));
    private final VariantTable variants = new VariantTable(none, source, PARTITIONS);

    @AfterEach
    void close() {
        none.close();
        registryServer.close();
    }

    @Test
    void a_batch_asks_each_partition_that_it_needs_once_and_finds_everything() {
        List<String> barcodes = barcodes(200);
        barcodes.forEach(this::put);
        assertThat(variants.find(new Scope(1, 11), barcodes).found().keySet()).isEqualTo(Set.copyOf(barcodes));
        assertThat(asked).hasSize(PARTITIONS).doesNotHaveDuplicates();
    }

    @Test
    void a_batch_that_needs_one_partition_asks_no_other() {
        put("A");
        variants.find(new Scope(1, 11), List.of("A"));
        assertThat(asked).containsExactly(Partitioning.byBarcode("A", PARTITIONS));
    }

    @Test
    void one_partition_that_is_away_makes_the_whole_batch_unavailable() {
        List<String> barcodes = barcodes(200);
        barcodes.forEach(this::put);
        away.add(7);
        assertThatExceptionOfType(CatalogUnavailableException.class)
                .isThrownBy(() -> variants.find(new Scope(1, 11), barcodes));
    }

    @Test
    void a_partition_that_no_identifier_of_the_batch_lies_in_may_be_away() {
        put("A");
        IntStream.range(0, PARTITIONS)
                .filter(partition -> partition != Partitioning.byBarcode("A", PARTITIONS))
                .forEach(away::add);
        assertThat(variants.find(new Scope(1, 11), List.of("A", "out of form")).found())
                .containsOnlyKeys("A");
    }

    @Test
    void all_SKUs_of_a_location_lie_in_one_partition() {
        SkuTable skus = new SkuTable(source, registry, "catalog.", PARTITIONS);
        skus.find(1, 11, List.of("a", "b", "c"));
        assertThat(asked).containsExactly(Partitioning.byScope(1, 11, PARTITIONS));
    }

    private PartitionedStore store(Table table) {
        return partition -> {
            asked.add(partition);
            if (away.contains(partition)) {
                throw new CatalogUnavailableException("not here");
            }
            Map<String, byte[]> here = records.getOrDefault(partition, Map.of());
            return (scope, identifier) -> table.find(here::get, scope, identifier);
        };
    }

    private static List<String> barcodes(int count) {
        return IntStream.range(0, count).mapToObj(i -> "barcode-" + i).collect(Collectors.toList());
    }

    private void put(String barcode) {
        VariantKey key = VariantKey.everywhere(barcode);
        var entry = new VariantLayers(FieldValues.builder().build(), List.of(), null, null, null).resolve();
        records.computeIfAbsent(Partitioning.byBarcode(barcode, PARTITIONS), partition -> new HashMap<>())
                .put(key.encode(), VariantImage.of(barcode, entry));
    }
}
