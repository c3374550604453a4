package dev.partnercatalog.query.table;

import static dev.partnercatalog.query.table.TablesOfDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.file.Path;
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
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of what a scope lists. */
class ListedPagesTest {

    private static final Scope LOCATION = Scope.of(1, 11);

    private final ChangeWatch watch = new ChangeWatch(10, 10);
    private final TablesOfDriver tables;

    ListedPagesTest(@TempDir Path folder) {
        tables = new TablesOfDriver(folder, watch);
    }

    @AfterEach
    void close() {
        tables.close();
        watch.close();
    }

    private void putOwn(long companyId, String barcode) {
        tables.put(new ScopedVariant(new Scope.Company(companyId), barcode), entry("own"));
    }

    @Test
    void what_a_scope_lists_is_returned_in_order_of_barcode_and_in_pages_that_leave_out_nothing() {
        long seed = Long.getLong("seed", 1);
        for (; seed < Long.getLong("seed", 1) + 5; seed++) {
            var random = new SplittableRandom(seed);
            Map<Scope, Map<String, Set<String>>> model = new HashMap<>();
            Map<String, String> listed = new HashMap<>();
            long companyId = 1_000 + seed;
            for (int i = 0; i < 400; i++) {
                Scope scope = Scope.of(companyId, random.nextInt(3) == 0 ? companyId : 11 + random.nextInt(2));
                list(scope, "sku-" + random.nextInt(120), random.nextInt(4) == 0 ? null : barcode(random), listed);
            }
            listed.forEach((key, barcode) -> {
                putOwn(companyId, barcode);
                ListingKey listing = ListingKey.parse(key);
                model.computeIfAbsent(Scope.of(companyId, listing.locationId()), scope -> new TreeMap<>())
                        .computeIfAbsent(barcode, each -> new TreeSet<>())
                        .add(listing.sku());
            });
            for (Scope scope :
                    List.of(new Scope.Company(companyId), Scope.of(companyId, 11), Scope.of(companyId, 13))) {
                for (int limit : List.of(1, 2, 7, 1_000)) {
                    Map<String, Set<String>> found = new LinkedHashMap<>();
                    String after = "";
                    while (after != null) {
                        Listed page = tables.catalog().listed(scope, after, limit, true);
                        assertThat(page.variants()).hasSizeLessThanOrEqualTo(limit);
                        page.variants().forEach(each -> found.put(each.barcode(), new LinkedHashSet<>(each.skus())));
                        after = page.next();
                    }
                    assertThat(found)
                            .as("-Dseed=%s %s limit %s", seed, scope, limit)
                            .containsExactlyEntriesOf(model.getOrDefault(scope, Map.of()));
                    Predicate<String> wanted = barcode -> barcode.hashCode() % 3 == 0;
                    List<String> chosen = new ArrayList<>();
                    for (String next = ""; next != null; ) {
                        Listed page = tables.catalog().listed(scope, next, limit, wanted);
                        assertThat(page.variants()).hasSizeLessThanOrEqualTo(limit);
                        page.variants().forEach(each -> chosen.add(each.barcode()));
                        next = page.next();
                    }
                    assertThat(chosen)
                            .as("-Dseed=%s %s limit %s, only some", seed, scope, limit)
                            .containsExactlyElementsOf(model.getOrDefault(scope, new TreeMap<>()).keySet().stream()
                                    .filter(wanted)
                                    .toList());
                }
            }
        }
    }

    @Test
    void a_barcode_with_very_many_SKUs_is_skipped_when_they_are_not_requested() {
        for (int i = 0; i < Listed.MOST_SKUS + 200; i++) {
            tables.list(LOCATION, "sku-" + i, "A");
        }
        tables.list(LOCATION, "b", "B");
        putOwn(1, "A");
        putOwn(1, "B");
        Listed page = tables.catalog().listed(LOCATION, "", 10, false);
        assertThat(page.variants()).extracting(Listed.Variant::barcode).containsExactly("A", "B");
        assertThat(page.variants().get(0).skus()).isEmpty();
        assertThat(page.next()).isNull();
        Listed withSkus = tables.catalog().listed(LOCATION, "", 10, true);
        assertThat(withSkus.variants()).extracting(Listed.Variant::barcode).containsExactly("A");
        assertThat(withSkus.variants().get(0).skus()).hasSize(Listed.MOST_SKUS);
        assertThat(tables.catalog()
                        .listed(LOCATION, String.valueOf(withSkus.next()), 10, true)
                        .variants())
                .extracting(Listed.Variant::barcode)
                .containsExactly("B");
    }

    @Test
    void a_listed_variant_is_the_locations_or_else_the_companys_and_never_bpds() {
        tables.putProduct("A", 1, entry("product"));
        tables.putProduct("B", 1, entry("product"));
        tables.list(LOCATION, "a", "A");
        tables.list(LOCATION, "b", "B");
        putOwn(1, "B");
        assertThat(tables.catalog().listed(LOCATION, "", 10, false).variants())
                .extracting(Listed.Variant::barcode)
                .containsExactly("B");
    }

    @Test
    void pages_of_very_large_records_are_short_and_leave_out_nothing() {
        ResolvedEntry large = entry("x".repeat(1 << 20));
        List<String> barcodes =
                IntStream.range(0, 100).mapToObj(i -> "L" + (100 + i)).toList();
        for (String barcode : barcodes) {
            tables.list(LOCATION, "sku-" + barcode, barcode);
            tables.put(new ScopedVariant(new Scope.Company(1), barcode), large);
        }

        List<String> paged = new ArrayList<>();
        for (String after = ""; after != null; ) {
            Listed page = tables.catalog().listed(LOCATION, after, 1_000, false);
            assertThat(page.variants()).hasSizeBetween(1, 8);
            page.variants().forEach(each -> paged.add(each.barcode()));
            after = page.next();
        }
        assertThat(paged).isEqualTo(barcodes);

        Set<String> told = new TreeSet<>();
        CatalogPosition since = new CatalogPosition(0, 0);
        for (boolean more = true; more; ) {
            Changed page = tables.catalog().changed(LOCATION, since, 1_000);
            assertThat(page.variants()).hasSizeLessThanOrEqualTo(8);
            assertThat(page.removed()).isEmpty();
            page.variants().forEach(each -> told.add(barcode(each)));
            since = page.next();
            more = page.more();
        }
        assertThat(told).isEqualTo(new TreeSet<>(barcodes));
    }

    @Test
    void a_page_of_what_is_listed_needs_both_stores() {
        tables.list(LOCATION, "a", "A");
        tables.store(CatalogTable.COMPANY_VARIANTS).close();
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> tables.catalog().listed(LOCATION, "", 1, false));
        tables.store(CatalogTable.SKUS).close();
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> tables.catalog().listed(LOCATION, "", 1, false));
    }

    private static String barcode(VariantImage image) {
        return TablesOfDriver.json(image, LOCATION).replaceAll("(?s).*\"barcode\":\"([^\"]*)\".*", "$1");
    }

    /** Barcodes, some of which begin with others. */
    private static String barcode(SplittableRandom random) {
        return "4001~!".substring(0, 1 + random.nextInt(6)) + (random.nextBoolean() ? "" : "7");
    }

    private void list(Scope scope, String sku, @Nullable String barcode, Map<String, String> model) {
        tables.list(scope, sku, barcode);
        String key = new ListingKey(scope.companyId(), scope.locationId(), sku).encode();
        if (barcode == null) {
            model.remove(key);
        } else {
            model.put(key, barcode);
        }
    }
}
