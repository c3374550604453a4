package dev.partnercatalog.query.table;

import static dev.partnercatalog.query.table.TablesOfDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.query.table.CatalogReader.TooLargeException;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
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

    private static final long MOST_BYTES = 1 << 20;

    private final ChangeWatch watch = new ChangeWatch(10, 10);
    private final TablesOfDriver tables;

    LocalCatalogTest(@TempDir Path folder) {
        tables = new TablesOfDriver(folder, watch);
    }

    @AfterEach
    void close() {
        tables.close();
        watch.close();
    }

    private void put(String barcode) {
        tables.put(new ScopedVariant(Scope.everywhere(), barcode), entry(barcode));
    }

    private void putOwn(String barcode, String name) {
        tables.put(new ScopedVariant(new Scope.Company(1), barcode), entry(name));
    }

    @Test
    void a_batch_finds_everything() {
        Set<String> barcodes = barcodes();
        barcodes.forEach(this::put);
        assertThat(tables.catalog().find(LOCATION, barcodes, MOST_BYTES).keySet())
                .isEqualTo(barcodes);
    }

    @Test
    void what_is_not_an_identifier_is_never_found() {
        put("A");
        assertThat(tables.catalog().find(LOCATION, Set.of("A", "not a barcode"), MOST_BYTES))
                .containsOnlyKeys("A");
        assertThat(tables.catalog().listings(LOCATION, Set.of("a/b", "")).ofLocation())
                .isEmpty();
    }

    @Test
    void a_batch_whose_records_need_more_memory_than_it_may_have_is_refused_wherever_they_are() {
        for (String barcode : Set.of("A", "B", "C")) {
            putOwn(barcode, "x".repeat(400 << 10));
        }
        assertThat(tables.catalog().find(LOCATION, Set.of("A", "B"), MOST_BYTES))
                .hasSize(2);
        assertThatExceptionOfType(TooLargeException.class)
                .isThrownBy(() -> tables.catalog().find(LOCATION, Set.of("A", "B", "C"), MOST_BYTES));
    }

    @Test
    void more_than_is_read_at_once_is_read_in_parts() {
        Set<String> barcodes = IntStream.range(0, 30).mapToObj(i -> "large" + i).collect(Collectors.toSet());
        barcodes.forEach(barcode -> {
            putOwn(barcode, "x".repeat(400 << 10));
            tables.list(LOCATION, "sku of " + barcode, barcode);
        });
        assertThat(tables.catalog().find(LOCATION, barcodes, 64 << 20).keySet()).isEqualTo(barcodes);
        Set<String> listed = new HashSet<>();
        String after = "";
        for (boolean more = true; more; ) {
            Listed page = tables.catalog().listed(LOCATION, after, 1_000, false);
            page.variants().forEach(variant -> listed.add(variant.barcode()));
            after = page.variants().isEmpty()
                    ? after
                    : page.variants().get(page.variants().size() - 1).barcode();
            more = listed.size() < barcodes.size() && !page.variants().isEmpty();
        }
        assertThat(listed).isEqualTo(barcodes);
    }

    @ParameterizedTest
    @EnumSource
    void a_store_that_is_closed_answers_nothing(CatalogTable table) {
        put("A");
        assertThat(tables.catalog().find(LOCATION, Set.of("A"), MOST_BYTES)).containsOnlyKeys("A");
        tables.store(table).close();
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> {
            tables.catalog().find(LOCATION, Set.of("A", "absent"), MOST_BYTES);
            tables.catalog().listings(LOCATION, Set.of("a"));
        });
    }

    @Test
    void a_position_means_the_same_whatever_markers_follow_the_last_record() {
        putOwn("A", "own");
        CatalogPosition before = tables.catalog().position(1);
        assertThat(tables.catalog().reaches(1, before)).isTrue();
        TopicPartition partition = new TopicPartition("catalog.company-variants", 0);
        tables.progress().of(partition).reached(before.entries() / 2 + 3);
        assertThat(tables.catalog().position(1)).isEqualTo(before);
        assertThat(tables.catalog().reaches(1, new CatalogPosition(before.entries() + 6, 0)))
                .isTrue();
        assertThat(tables.catalog().reaches(1, new CatalogPosition(before.entries() + 7, 0)))
                .isFalse();
    }

    @Test
    void a_sku_leads_to_its_newest_barcode_whether_memory_or_only_the_store_knows_it() {
        var random = new SplittableRandom(Long.getLong("seed", 1));
        List<String> skus = List.of("s", "S 1", "ſku", "s".repeat(128), "t", "never");
        Map<Scope, Map<String, String>> listed = new HashMap<>();
        for (int change = 0; change < 400; change++) {
            Scope scope = random.nextBoolean() ? LOCATION : LOCATION.company();
            String sku = skus.get(random.nextInt(skus.size() - 1));
            String barcode = random.nextInt(3) == 0 ? null : "b-" + change;
            tables.list(scope, sku, barcode);
            listed.computeIfAbsent(scope, any -> new HashMap<>()).put(sku, String.valueOf(barcode));
            if (change == 100) {
                tables.awaitFilled();
            }
            for (Scope at : List.of(LOCATION, LOCATION.company())) {
                Map<String, String> expected = new HashMap<>(listed.getOrDefault(at, Map.of()));
                expected.values().removeIf("null"::equals);
                Listings found = tables.catalog().listings(at, Set.copyOf(skus));
                assertThat(at.isCompany() ? found.ofCompany() : found.ofLocation())
                        .as("change %s", change)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void those_who_wait_at_a_scope_stay_where_they_are_until_something_changes_and_never_miss_a_change() {
        tables.list(LOCATION, "a", "A");
        CatalogPosition since = tables.catalog().position(1);
        Changed nothing = tables.catalog().changed(LOCATION, since, 10);
        assertThat(nothing.isEmpty()).isTrue();
        assertThat(nothing.next()).isEqualTo(since);
        tables.list(Scope.of(1, 12), "elsewhere", "B");
        assertThat(tables.catalog().changed(LOCATION, since, 10).next()).isEqualTo(since);
        putOwn("A", "own");
        Changed first = tables.catalog().changed(LOCATION, since, 10);
        assertThat(first.variants()).hasSize(1);
        tables.list(LOCATION, "a", null);
        assertThat(tables.catalog().changed(LOCATION, since, 10).removed()).containsExactly("A");
        assertThat(tables.catalog().changed(LOCATION, first.next(), 10).removed())
                .containsExactly("A");
    }

    private static Set<String> barcodes() {
        return IntStream.range(0, 200).mapToObj(i -> "barcode-" + i).collect(Collectors.toSet());
    }
}
