package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.Partitioning;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a batch looks up its keys, and what it does if a store is closed. */
class LocalCatalogTest {

    private static final Scope LOCATION = Scope.of(1, 11);

    private final TablesOnDisk tables;

    LocalCatalogTest(@TempDir Path folder) {
        tables = new TablesOnDisk(folder);
    }

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
    void what_is_not_an_identifier_is_never_found() {
        tables.put("A");
        assertThat(tables.catalog().find(LOCATION, Set.of("A", "not a barcode")))
                .containsOnlyKeys("A");
        assertThat(tables.catalog().listings(LOCATION, Set.of("a/b", "")).ofLocation())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_store_that_is_closed_answers_nothing(StoredTable table) {
        tables.put("A");
        assertThat(tables.catalog().find(LOCATION, Set.of("A"))).containsOnlyKeys("A");
        tables.store(table).close();
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> {
            tables.catalog().find(LOCATION, Set.of("A", "absent"));
            tables.catalog().listings(LOCATION, Set.of("a"));
        });
    }

    @Test
    void a_position_means_the_same_whatever_markers_follow_the_last_record() {
        tables.putOwn(new ScopedVariant(new Scope.Company(1), "A"));
        CatalogPosition before = tables.catalog().position(1);
        assertThat(tables.catalog().reaches(1, before)).isTrue();
        TopicPartition partition =
                new TopicPartition("catalog.company-variants", Partitioning.byCompany(1, TablesOnDisk.PARTITIONS));
        tables.progress().of(partition).reached(before.entries() / 2 + 3);
        assertThat(tables.catalog().position(1)).isEqualTo(before);
        assertThat(tables.catalog().reaches(1, new CatalogPosition(before.entries() + 6, 0)))
                .isTrue();
        assertThat(tables.catalog().reaches(1, new CatalogPosition(before.entries() + 7, 0)))
                .isFalse();
    }

    private static Set<String> barcodes() {
        return IntStream.range(0, 200).mapToObj(i -> "barcode-" + i).collect(Collectors.toSet());
    }
}
