package dev.partnercatalog.query.table;

import static dev.partnercatalog.query.table.TablesOfDriver.entry;
import static dev.partnercatalog.query.table.TablesOfDriver.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found where a company refers to a product, which may arrive before the reference or after it. */
class ReferencesTest {

    private static final Scope LOCATION = Scope.of(7, 70);
    private static final ScopedVariant COMPANY_A = new ScopedVariant(new Scope.Company(7), "A");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final ChangeWatch watch = new ChangeWatch(10, 10);

    @SuppressWarnings("NullAway.Init")
    private TablesOfDriver tables;

    @SuppressWarnings("NullAway.Init")
    private CatalogReader catalog;

    @BeforeEach
    void start() {
        tables = new TablesOfDriver(folder, watch);
        catalog = tables.catalog();
        tables.list(7, 70, "a", "A");
        tables.list(7, 70, "b", "B");
    }

    @AfterEach
    void close() {
        tables.close();
        watch.close();
    }

    @Test
    void a_reference_shows_the_product_as_the_companys() {
        tables.putProduct("A", 5, entry("product"));
        tables.refer(COMPANY_A, 5);
        VariantImage found = catalog.find(LOCATION, Set.of("A"), 1 << 20).get("A");
        assertThat(json(Objects.requireNonNull(found), LOCATION))
                .contains("\"companyId\":7", "\"locationId\":70", "\"name\":\"product\"");
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).containsExactly("product");
    }

    @Test
    void content_hides_the_product_and_a_reference_after_it_does_not() {
        tables.putProduct("A", 5, entry("product"));
        tables.put(COMPANY_A, entry("company"));
        tables.put(new ScopedVariant(new Scope.Location(7, 70), "A"), entry("location"));
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).containsExactly("location");
        tables.put(new ScopedVariant(new Scope.Location(7, 70), "A"), null);
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).containsExactly("company");
        tables.refer(COMPANY_A, 5);
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).containsExactly("product");
        assertThat(catalog.find(LOCATION, Set.of("A"), 1 << 20).values())
                .extracting(TablesOfDriver::name)
                .containsExactly("product");
    }

    @Test
    void a_locations_reference_gives_way_to_nothing_but_the_product() {
        tables.putProduct("A", 5, entry("product"));
        tables.refer(COMPANY_A, 5);
        tables.refer(new ScopedVariant(new Scope.Location(7, 70), "A"), 5);
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).containsExactly("product");
        assertThat(catalog.find(LOCATION, Set.of("A"), 1 << 20)).containsOnlyKeys("A");
    }

    @Test
    void batch_get_answers_with_the_product_that_is_there() {
        tables.putProduct("A", 5, entry("before"));
        tables.refer(COMPANY_A, 6);
        assertThat(catalog.find(LOCATION, Set.of("A"), 1 << 20).values())
                .extracting(TablesOfDriver::name)
                .containsExactly("before");
    }

    @Test
    void a_page_of_a_snapshot_ends_before_a_product_that_has_not_arrived_and_waits_for_it_if_it_is_the_first() {
        tables.put(COMPANY_A, entry("company"));
        tables.refer(new ScopedVariant(new Scope.Company(7), "B"), 6);
        tables.putProduct("B", 5, entry("before"));
        Listed page = catalog.listed(LOCATION, "", 10, false);
        assertThat(names(page)).containsExactly("company");
        assertThat(page.next()).isEqualTo("A");
        assertThatThrownBy(() -> catalog.listed(LOCATION, "A", 10, false))
                .isInstanceOfSatisfying(
                        HttpProblem.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));

        tables.putProduct("B", 6, entry("after"));
        assertThat(names(catalog.listed(LOCATION, "A", 10, false))).containsExactly("after");
        assertThat(catalog.listed(LOCATION, "A", 10, false).next()).isNull();
    }

    @Test
    void changes_end_before_a_product_that_has_not_arrived_and_continue_there_once_it_has() {
        CatalogPosition begun = catalog.position(7);
        tables.put(new ScopedVariant(new Scope.Company(7), "B"), entry("company"));
        CatalogPosition between = catalog.position(7);
        tables.refer(COMPANY_A, 6);
        tables.putProduct("A", 5, entry("before"));

        Changed page = catalog.changed(LOCATION, begun, 10);
        assertThat(page.variants()).extracting(TablesOfDriver::name).containsExactly("company");
        assertThat(page.next().reaches(between)).isTrue();
        assertThat(page.next().reaches(catalog.position(7))).isFalse();
        assertThat(page.waits()).isTrue();
        assertThat(page.more()).isTrue();
        Changed none = catalog.changed(LOCATION, page.next(), 10);
        assertThat(none.isEmpty()).isTrue();
        assertThat(none.next()).isEqualTo(page.next());
        assertThat(none.waits()).isTrue();

        tables.putProduct("A", 6, entry("after"));
        Changed rest = catalog.changed(LOCATION, page.next(), 10);
        assertThat(rest.variants()).extracting(TablesOfDriver::name).containsExactly("after");
        assertThat(rest.next()).isEqualTo(catalog.position(7));
        assertThat(rest.waits()).isFalse();
    }

    @Test
    void a_deleted_product_is_removed_with_the_reference_to_it_and_not_before() {
        tables.putProduct("A", 5, entry("product"));
        tables.refer(COMPANY_A, 5);
        CatalogPosition begun = catalog.position(7);
        tables.put(new ScopedVariant(Scope.everywhere(), "A"), null);
        assertThat(catalog.changed(LOCATION, begun, 10).isEmpty()).isTrue();
        tables.put(COMPANY_A, null);
        assertThat(catalog.changed(LOCATION, begun, 10).removed()).containsExactly("A");
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).isEmpty();
    }

    @Test
    void a_product_that_is_newer_than_a_reference_is_shown() {
        tables.putProduct("A", 7, entry("newest"));
        tables.refer(COMPANY_A, 6);
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).containsExactly("newest");
    }

    @Test
    void an_unreadable_product_does_not_resolve_and_holds_up_nobody() {
        tables.putProduct("B", 5, entry("product"));
        tables.refer(new ScopedVariant(new Scope.Company(7), "B"), 5);
        tables.refer(COMPANY_A, 5);
        tables.put(CatalogTopic.RESOLVED_VARIANTS, "A", new byte[] {9, 9, 9});
        assertThat(names(catalog.listed(LOCATION, "", 10, false))).containsExactly("product");
        assertThat(catalog.changed(LOCATION, new CatalogPosition(0, 0), 10).removed())
                .containsExactly("A");
    }

    @Test
    void references_take_no_memory() {
        try (StoreInTest store = new StoreInTest(folder.resolve("memory"), CatalogTable.COMPANY_VARIANTS)) {
            store.awaitFilled();
            long before = store.memoryBytes();
            byte[] reference = new byte[1 + Long.BYTES];
            reference[0] = -1;
            for (int i = 0; i < 2_000; i++) {
                store.put("b" + i + "/7", reference);
            }
            assertThat(store.memoryBytes()).isEqualTo(before);
        }
    }

    private static List<String> names(Listed page) {
        return page.images().stream().map(TablesOfDriver::name).toList();
    }
}
