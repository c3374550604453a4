package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a batch looks up its keys, and what it does if a partition is unavailable. */
class LocalCatalogTest {

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 24, (short) 1);
    private static final Scope LOCATION = new Scope(1, 11);

    private final TableState state = new TableState(TOPICS, Duration.ZERO);
    private final MemoryFilling memory = new MemoryFilling(new MemoryTier(8 << 20, null));
    private final CatalogReader catalog = new LocalCatalog(state, TOPICS, () -> Duration.ZERO);

    @BeforeEach
    void open() {
        for (StoredTable table : StoredTable.values()) {
            for (int partition = 0; partition < TOPICS.partitions(); partition++) {
                TablePartition at = state.partition(table, partition);
                at.opened(new OpenTable(
                        table,
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
    }

    @Test
    void a_batch_finds_everything_in_any_partition() {
        Set<String> barcodes = barcodes();
        barcodes.forEach(this::put);
        assertThat(catalog.find(LOCATION, barcodes).keySet()).isEqualTo(barcodes);
    }

    @Test
    void one_unavailable_partition_makes_the_whole_batch_unavailable() {
        Set<String> barcodes = barcodes();
        barcodes.forEach(this::put);
        away(StoredTable.VARIANTS, 7);
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.find(LOCATION, barcodes));
    }

    @Test
    void a_partition_without_identifiers_of_the_batch_may_be_unavailable() {
        put("A");
        IntStream.range(0, TOPICS.partitions())
                .filter(partition -> partition != Partitioning.byBarcode("A", TOPICS.partitions()))
                .forEach(partition -> away(StoredTable.VARIANTS, partition));
        assertThat(catalog.find(LOCATION, Set.of("A", "not a barcode"))).containsOnlyKeys("A");
    }

    @Test
    void a_batch_of_SKUs_only_needs_the_partition_of_its_company() {
        int needed = Partitioning.byCompany(1, TOPICS.partitions());
        IntStream.range(0, TOPICS.partitions())
                .filter(partition -> partition != needed)
                .forEach(partition -> away(StoredTable.SKUS, partition));
        assertThat(catalog.listings(LOCATION, Set.of("a", "b")).ofLocation()).isEmpty();
        away(StoredTable.SKUS, needed);
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.listings(LOCATION, Set.of("a", "b")));
    }

    @Test
    void a_company_whose_partition_is_unavailable_does_not_get_bpds_data() {
        put("A");
        away(StoredTable.COMPANY_VARIANTS, Partitioning.byCompany(1, TOPICS.partitions()));
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.find(LOCATION, Set.of("A")));
        assertThat(catalog.find(Scope.ofCompany(otherCompany()), Set.of("A"))).containsOnlyKeys("A");
    }

    @Test
    void what_a_scope_lists_is_returned_in_order_of_barcode_and_in_pages_that_leave_out_nothing() {
        long seed = Long.getLong("seed", 1);
        for (; seed < Long.getLong("seed", 1) + 20; seed++) {
            var random = new SplittableRandom(seed);
            Map<Scope, Map<String, Set<String>>> model = new HashMap<>();
            Map<String, String> listed = new HashMap<>();
            long companyId = 1_000 + seed;
            for (int i = 0; i < 400; i++) {
                Scope scope = new Scope(companyId, random.nextInt(3) == 0 ? companyId : 11 + random.nextInt(2));
                list(scope, "sku-" + random.nextInt(120), random.nextInt(4) == 0 ? null : barcode(random), listed);
            }
            listed.forEach((key, barcode) -> {
                ListingKey listing = ListingKey.parse(key);
                model.computeIfAbsent(new Scope(companyId, listing.locationId()), scope -> new TreeMap<>())
                        .computeIfAbsent(barcode, each -> new TreeSet<>())
                        .add(listing.sku());
            });
            for (Scope scope :
                    List.of(Scope.ofCompany(companyId), new Scope(companyId, 11), new Scope(companyId, 13))) {
                for (int limit : List.of(1, 2, 7, 1_000)) {
                    Map<String, Set<String>> found = new LinkedHashMap<>();
                    String after = "";
                    while (after != null) {
                        Listed page = catalog.listed(scope, after, limit, true);
                        assertThat(page.variants()).hasSizeLessThanOrEqualTo(limit);
                        page.variants().forEach(each -> found.put(each.barcode(), new LinkedHashSet<>(each.skus())));
                        after = page.next();
                    }
                    assertThat(found)
                            .as("-Dseed=%s %s limit %s", seed, scope, limit)
                            .containsExactlyEntriesOf(model.getOrDefault(scope, Map.of()));
                }
            }
        }
    }

    @Test
    void a_barcode_with_very_many_SKUs_is_skipped_when_they_are_not_requested() {
        Map<String, String> listed = new HashMap<>();
        for (int i = 0; i < Listed.MOST_SKUS + 200; i++) {
            list(LOCATION, "sku-" + i, "A", listed);
        }
        list(LOCATION, "b", "B", listed);
        Listed page = catalog.listed(LOCATION, "", 10, false);
        assertThat(page.variants()).extracting(Listed.Variant::barcode).containsExactly("A", "B");
        assertThat(page.variants().get(0).skus()).isEmpty();
        assertThat(page.next()).isNull();
        Listed withSkus = catalog.listed(LOCATION, "", 10, true);
        assertThat(withSkus.variants()).extracting(Listed.Variant::barcode).containsExactly("A");
        assertThat(withSkus.variants().get(0).skus()).hasSize(Listed.MOST_SKUS);
        assertThat(catalog.listed(LOCATION, String.valueOf(withSkus.next()), 10, true)
                        .variants())
                .extracting(Listed.Variant::barcode)
                .containsExactly("B");
    }

    @Test
    void a_listed_variant_is_the_locations_or_else_the_companys_and_never_bpds() {
        put("A");
        put("B");
        Map<String, String> listed = new HashMap<>();
        list(LOCATION, "a", "A", listed);
        list(LOCATION, "b", "B", listed);
        putOwn("B/1");
        assertThat(catalog.listed(LOCATION, "", 10, false).variants())
                .extracting(each -> each.barcode() + (each.image() == null ? " doesn't resolve" : ""))
                .containsExactly("A doesn't resolve", "B");
    }

    @Test
    void pages_of_very_large_records_are_short_and_leave_out_nothing() {
        int partition = Partitioning.byCompany(1, TOPICS.partitions());
        TablePartition entries = state.partition(StoredTable.COMPANY_VARIANTS, partition);
        var large = FieldValues.builder()
                .set(VariantField.DESCRIPTION, "x".repeat(1 << 20))
                .build();
        Map<String, String> listed = new HashMap<>();
        List<String> barcodes =
                IntStream.range(0, 100).mapToObj(i -> "L" + (100 + i)).toList();
        for (String barcode : barcodes) {
            list(LOCATION, "sku-" + barcode, barcode, listed);
            putOwn(barcode + "/1", large, barcodes.indexOf(barcode));
            entries.applied(barcodes.indexOf(barcode));
        }

        List<String> paged = new ArrayList<>();
        for (String after = ""; after != null; ) {
            Listed page = catalog.listed(LOCATION, after, 1_000, false);
            assertThat(page.variants()).hasSizeBetween(1, 8);
            page.variants().forEach(each -> paged.add(each.barcode()));
            after = page.next();
        }
        assertThat(paged).isEqualTo(barcodes);

        int told = 0;
        CatalogPosition since = new CatalogPosition(0, 0);
        for (boolean more = true; more; ) {
            Changed page = catalog.changed(LOCATION, since, 1_000);
            assertThat(page.variants()).hasSizeLessThanOrEqualTo(8);
            assertThat(page.removed()).isEmpty();
            told += page.variants().size();
            since = page.next();
            more = page.more();
        }
        assertThat(told).isEqualTo(barcodes.size());
    }

    @Test
    void a_page_of_what_is_listed_needs_both_partitions_of_its_company() {
        int needed = Partitioning.byCompany(1, TOPICS.partitions());
        for (StoredTable table : List.of(StoredTable.SKUS, StoredTable.COMPANY_VARIANTS)) {
            away(table, needed);
            assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.listed(LOCATION, "", 1, false));
            state.partition(table, needed).started();
            TablesInTests.catchUp(state.partition(table, needed));
        }
        assertThat(catalog.listed(LOCATION, "", 1, false).variants()).isEmpty();
    }

    /** Barcodes, some of which begin with others. */
    private static String barcode(SplittableRandom random) {
        return "4001~!".substring(0, 1 + random.nextInt(6)) + (random.nextBoolean() ? "" : "7");
    }

    private void list(Scope scope, String sku, @Nullable String barcode, Map<String, String> model) {
        String key = new ListingKey(scope.companyId(), scope.locationId(), sku).encode();
        store(StoredTable.SKUS, Partitioning.byCompany(scope.companyId(), TOPICS.partitions()))
                .put(
                        Bytes.wrap(key.getBytes(StandardCharsets.UTF_8)),
                        barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII),
                        0);
        if (barcode == null) {
            model.remove(key);
        } else {
            model.put(key, barcode);
        }
    }

    private void putOwn(String key) {
        putOwn(key, FieldValues.builder().build(), 0);
    }

    private void putOwn(String key, FieldValues values, long offset) {
        var entry = new VariantLayers(values, List.of(), null, null, null).resolve();
        store(StoredTable.COMPANY_VARIANTS, Partitioning.byCompany(1, TOPICS.partitions()))
                .put(
                        Bytes.wrap(key.getBytes(StandardCharsets.UTF_8)),
                        VariantImage.of(VariantKey.parse(key).barcode(), entry),
                        offset);
    }

    private static long otherCompany() {
        int away = Partitioning.byCompany(1, TOPICS.partitions());
        return LongStream.range(2, 100)
                .filter(company -> Partitioning.byCompany(company, TOPICS.partitions()) != away)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_store_that_is_closed_while_being_read_returns_nothing() {
        put("A");
        OpenTable store = store(StoredTable.VARIANTS, Partitioning.byBarcode("A", TOPICS.partitions()));
        assertThat(catalog.find(LOCATION, Set.of("A"))).containsOnlyKeys("A");
        store.close();
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> catalog.find(LOCATION, Set.of("A")));
    }

    private void away(StoredTable table, int partition) {
        state.partition(table, partition).stopped();
    }

    private OpenTable store(StoredTable table, int partition) {
        return state.open(table, partition);
    }

    private static Set<String> barcodes() {
        return IntStream.range(0, 200).mapToObj(i -> "barcode-" + i).collect(Collectors.toSet());
    }

    private void put(String barcode) {
        var entry = new VariantLayers(FieldValues.builder().build(), List.of(), null, null, null).resolve();
        store(StoredTable.VARIANTS, Partitioning.byBarcode(barcode, TOPICS.partitions()))
                .put(Bytes.wrap(barcode.getBytes(StandardCharsets.UTF_8)), VariantImage.of(barcode, entry), 0);
    }
}
