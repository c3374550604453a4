package dev.partnercatalog.query.table;

import static dev.partnercatalog.query.table.TablesOfDriver.entry;
import static dev.partnercatalog.query.table.TablesOfDriver.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables and the look-ups in them, filled through the topology; the test driver has one partition. */
class TableTopologyTest {

    private static final Scope LOCATION = Scope.of(1, 11);
    private static final Scope COMPANY = new Scope.Company(1);

    /** Two attempts. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path stateDir;

    private final ChangeWatch watch = new ChangeWatch(10, 10);

    @SuppressWarnings("NullAway.Init")
    private TablesOfDriver tables;

    @SuppressWarnings("NullAway.Init")
    private CatalogReader catalog;

    @BeforeEach
    void start() {
        tables = new TablesOfDriver(stateDir, watch, PATIENCE);
        catalog = tables.catalog();
    }

    @AfterEach
    void close() {
        tables.close();
        watch.close();
    }

    @Test
    void the_most_specific_entry_of_a_barcode_applies_at_a_scope() {
        putVariant(new ScopedVariant(Scope.everywhere(), "A"), "everywhere");
        assertThat(names(LOCATION, "A")).containsEntry("A", "everywhere");
        putVariant(new ScopedVariant(new Scope.Company(1), "A"), "company");
        assertThat(names(LOCATION, "A")).containsEntry("A", "company");
        putVariant(new ScopedVariant(new Scope.Location(1, 11), "A"), "location");
        assertThat(names(LOCATION, "A")).containsEntry("A", "location");
        assertThat(names(COMPANY, "A")).containsEntry("A", "company");
        assertThat(names(Scope.of(1, 12), "A")).containsEntry("A", "company");
        assertThat(names(Scope.of(2, 11), "A")).containsEntry("A", "everywhere");
    }

    @Test
    void a_deleted_entry_gives_way_to_the_next_wider_one() {
        putVariant(new ScopedVariant(Scope.everywhere(), "A"), "everywhere");
        putVariant(new ScopedVariant(new Scope.Location(1, 11), "A"), "location");
        put(CatalogTopic.COMPANY_VARIANTS, "A/1/11", null);
        assertThat(names(LOCATION, "A")).containsEntry("A", "everywhere");
        put(CatalogTopic.RESOLVED_VARIANTS, "A", null);
        assertThat(names(LOCATION, "A")).isEmpty();
    }

    @Test
    void a_barcode_is_never_mistaken_for_the_beginning_of_another_key() {
        putVariant(new ScopedVariant(new Scope.Company(1), "A"), "company of A");
        assertThat(names(COMPANY, "A/1", "", "A/1/11", "A ")).isEmpty();
    }

    @Test
    void D13_listings_of_the_location_and_of_the_company_are_distinguished() {
        putSku(new ListingKey(1, 11, "s"), "A");
        putSku(new ListingKey(1, 1, "s"), "B");
        putSku(new ListingKey(1, 12, "other"), "C");
        assertThat(catalog.listings(LOCATION, Set.of("s", "other", "a/b", "")))
                .isEqualTo(new Listings(Map.of("s", "A"), Map.of("s", "B")));
        assertThat(catalog.listings(COMPANY, Set.of("s"))).isEqualTo(new Listings(Map.of(), Map.of("s", "B")));
        put(CatalogTopic.SKU_BARCODES, "1/11/s", null);
        assertThat(catalog.listings(LOCATION, Set.of("s"))).isEqualTo(new Listings(Map.of(), Map.of("s", "B")));
    }

    @Test
    void a_locations_listing_that_can_not_be_read_does_not_give_way_to_the_companys() {
        putSku(new ListingKey(1, 1, "s"), "B");
        put(CatalogTopic.SKU_BARCODES, "1/11/s", new byte[] {9});
        assertThat(catalog.listings(LOCATION, Set.of("s")).barcode("s")).isNull();
        assertThat(catalog.listings(COMPANY, Set.of("s")).barcode("s")).isEqualTo("B");
        assertThat(catalog.listings(Scope.of(1, 12), Set.of("s")).barcode("s")).isEqualTo("B");
    }

    @Test
    void a_record_is_decoded_as_the_resolver_wrote_it() {
        ResolvedEntry entry = entry("name");
        byte[] record = variantBytes(new ScopedVariant(Scope.everywhere(), "A"), entry);
        put(CatalogTopic.RESOLVED_VARIANTS, "A", record);
        assertThat(json(
                        Objects.requireNonNull(
                                catalog.find(LOCATION, Set.of("A"), 1 << 20).get("A")),
                        LOCATION))
                .isEqualTo(new String(
                        PartnerView.json("A", entry, TablesOfDriver.EVERYTHING, LOCATION), StandardCharsets.UTF_8));
    }

    @Test
    void a_store_contains_the_image_of_an_entry() {
        ScopedVariant company = new ScopedVariant(new Scope.Company(1), "A");
        tables.put(company, entry("name"));
        assertThat(tables.stored(CatalogTable.COMPANY_VARIANTS, "A/1")).isEqualTo(VariantImage.of("A", entry("name")));
        tables.putProduct("A", 7, entry("name"));
        tables.refer(company, 7);
        assertThat(tables.stored(CatalogTable.COMPANY_VARIANTS, "A/1")).hasSize(1 + Long.BYTES);
        assertThat(tables.stored(CatalogTable.VARIANTS, "A"))
                .hasSize(1 + Long.BYTES + VariantImage.of("A", entry("name")).length);
    }

    @Test
    void an_unreadable_record_stops_nothing_and_is_counted_until_it_is_gone() {
        put(CatalogTopic.RESOLVED_VARIANTS, "A", new byte[] {9, 9, 9});
        put(
                CatalogTopic.RESOLVED_VARIANTS,
                "C",
                variantBytes(new ScopedVariant(Scope.everywhere(), "B"), entry("another key's")));
        put(CatalogTopic.RESOLVED_VARIANTS, "no/such/key", new byte[] {1});
        put(CatalogTopic.SKU_BARCODES, "1/1/s", new byte[] {0, 0, 0, 0, 99});
        put(CatalogTopic.SKU_BARCODES, "1", new byte[0]);
        putVariant(new ScopedVariant(Scope.everywhere(), "B"), "b");
        putSku(new ListingKey(1, 1, "t"), "B");
        assertThat(tables.unreadable(CatalogTopic.RESOLVED_VARIANTS)).isEqualTo(3);
        assertThat(tables.unreadable(CatalogTopic.SKU_BARCODES)).isEqualTo(2);
        assertThat(names(LOCATION, "A", "B", "C")).containsOnly(Map.entry("B", "b"));
        assertThat(catalog.listings(COMPANY, Set.of("s", "t"))).isEqualTo(new Listings(Map.of(), Map.of("t", "B")));
        put(CatalogTopic.RESOLVED_VARIANTS, "A", null);
        putVariant(new ScopedVariant(Scope.everywhere(), "C"), "c");
        put(CatalogTopic.RESOLVED_VARIANTS, "no/such/key", null);
        put(CatalogTopic.SKU_BARCODES, "1/1/s", null);
        put(CatalogTopic.SKU_BARCODES, "1", null);
        assertThat(tables.unreadable(CatalogTopic.RESOLVED_VARIANTS)).isZero();
        assertThat(tables.unreadable(CatalogTopic.SKU_BARCODES)).isZero();
        assertThat(names(LOCATION, "A", "B", "C")).containsOnlyKeys("B", "C");
    }

    @Test
    void a_barcode_whose_record_is_unreadable_does_not_resolve_and_what_it_replaced_or_hid_does_not_apply() {
        putVariant(new ScopedVariant(Scope.everywhere(), "A"), "everywhere");
        putVariant(new ScopedVariant(new Scope.Company(1), "A"), "before");
        put(CatalogTopic.COMPANY_VARIANTS, "A/1", new byte[] {9, 9, 9});
        assertThat(names(LOCATION, "A")).isEmpty();
        assertThat(names(Scope.of(2, 11), "A")).containsEntry("A", "everywhere");
    }

    @Test
    void an_unavailable_registry_is_waited_for_and_no_record_is_skipped() {
        byte[] record = variantBytes(new ScopedVariant(Scope.everywhere(), "A"), entry("name"));
        tables.registryServer().failNext(5);
        put(CatalogTopic.RESOLVED_VARIANTS, "A", record);
        assertThat(tables.unreadable(CatalogTopic.RESOLVED_VARIANTS)).isZero();
        assertThat(names(LOCATION, "A")).containsEntry("A", "name");
    }

    @Test
    void once_a_schema_is_known_reading_no_longer_asks_the_registry() {
        putVariant(new ScopedVariant(Scope.everywhere(), "A"), "a");
        int calls = tables.registryServer().calls();
        names(LOCATION, "A", "B", "C");
        putVariant(new ScopedVariant(Scope.everywhere(), "B"), "b");
        names(LOCATION, "A", "B");
        assertThat(tables.registryServer().calls()).isEqualTo(calls);
    }

    @Test
    void every_step_and_store_has_an_explicit_name() {
        assertThat(tables.topology(watch).describe().toString())
                .contains("resolved-variants-source", "resolved-variants-table", "catalog.resolved-variants")
                .contains("company-variants-source", "company-variants-table", "catalog.company-variants")
                .contains("sku-barcodes-source", "sku-barcodes-table", "catalog.sku-barcodes")
                .doesNotContain("KSTREAM", "KTABLE", "000000");
    }

    private Map<String, String> names(Scope scope, String... barcodes) {
        return catalog.find(scope, Set.of(barcodes), 1 << 20).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> TablesOfDriver.name(entry.getValue())));
    }

    private void putVariant(ScopedVariant key, String name) {
        tables.put(key, entry(name));
    }

    private void putSku(ListingKey key, String barcode) {
        put(CatalogTopic.SKU_BARCODES, key.encode(), tables.bytes(CatalogTopic.SKU_BARCODES, new SkuBarcode(barcode)));
    }

    private byte[] variantBytes(ScopedVariant key, ResolvedEntry entry) {
        return tables.bytes(CatalogTopic.RESOLVED_VARIANTS, VariantRecords.variant(key, 1, entry));
    }

    private void put(CatalogTopic topic, String key, byte @Nullable [] value) {
        tables.put(topic, key, value);
    }
}
