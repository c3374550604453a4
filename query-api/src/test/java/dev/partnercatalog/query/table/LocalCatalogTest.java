package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.resolution.Scope;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a batch looks up its keys, and what it does if a partition is unavailable. */
class LocalCatalogTest {

    private static final Scope LOCATION = new Scope(1, 11);

    private final TablesInMemory tables = new TablesInMemory();

    @AfterEach
    void close() {
        tables.close();
    }

    @Test
    void a_batch_finds_everything_in_any_partition() {
        Set<String> barcodes = barcodes();
        barcodes.forEach(tables::put);
        assertThat(tables.catalog().find(LOCATION, barcodes).keySet()).isEqualTo(barcodes);
    }

    @Test
    void one_unavailable_partition_makes_the_whole_batch_unavailable() {
        Set<String> barcodes = barcodes();
        barcodes.forEach(tables::put);
        tables.away(StoredTable.VARIANTS, 7);
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> tables.catalog().find(LOCATION, barcodes));
    }

    @Test
    void a_partition_without_identifiers_of_the_batch_may_be_unavailable() {
        tables.put("A");
        IntStream.range(0, TablesInMemory.PARTITIONS)
                .filter(partition -> partition != TablesInMemory.ofBarcode("A"))
                .forEach(partition -> tables.away(StoredTable.VARIANTS, partition));
        assertThat(tables.catalog().find(LOCATION, Set.of("A", "not a barcode")))
                .containsOnlyKeys("A");
    }

    @Test
    void a_batch_of_SKUs_only_needs_the_partition_of_its_company() {
        int needed = TablesInMemory.ofCompany(1);
        IntStream.range(0, TablesInMemory.PARTITIONS)
                .filter(partition -> partition != needed)
                .forEach(partition -> tables.away(StoredTable.SKUS, partition));
        assertThat(tables.catalog().listings(LOCATION, Set.of("a", "b")).ofLocation())
                .isEmpty();
        tables.away(StoredTable.SKUS, needed);
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> tables.catalog().listings(LOCATION, Set.of("a", "b")));
    }

    @Test
    void a_company_whose_partition_is_unavailable_does_not_get_bpds_data() {
        tables.put("A");
        tables.away(StoredTable.COMPANY_VARIANTS, TablesInMemory.ofCompany(1));
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> tables.catalog().find(LOCATION, Set.of("A")));
        assertThat(tables.catalog().find(Scope.ofCompany(otherCompany()), Set.of("A")))
                .containsOnlyKeys("A");
    }

    @Test
    void a_store_that_is_closed_while_being_read_returns_nothing() {
        tables.put("A");
        OpenTable store = tables.store(StoredTable.VARIANTS, TablesInMemory.ofBarcode("A"));
        assertThat(tables.catalog().find(LOCATION, Set.of("A"))).containsOnlyKeys("A");
        store.close();
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> tables.catalog().find(LOCATION, Set.of("A")));
    }

    private static long otherCompany() {
        int away = TablesInMemory.ofCompany(1);
        return LongStream.range(2, 100)
                .filter(company -> TablesInMemory.ofCompany(company) != away)
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> barcodes() {
        return IntStream.range(0, 200).mapToObj(i -> "barcode-" + i).collect(Collectors.toSet());
    }
}
