package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchGetTest {

    private static final Listings LISTINGS =
            new Listings(Map.of("s1", "1", "s2", "2", "gone", "9"), Map.of("s1", "3", "wide", "3"));
    private static final Map<String, String> VARIANTS = Map.of("1", "one", "2", "two", "3", "three");

    @Test
    @DisplayName("D13: an SKU maps by the location's listing, else by the company-wide one")
    void a_sku_maps_by_the_locations_listing_else_by_the_company_wide_one() {
        BatchGet<String> batch = answer(List.of(), List.of("wide", "s1"));

        assertThat(batch.mappedSkuBarcodes()).containsExactly(Map.entry("wide", "3"), Map.entry("s1", "1"));
        assertThat(batch.variants()).containsExactly("three", "one");
    }

    @Test
    @DisplayName("D13: at company scope an SKU maps by the company-wide listing")
    void at_company_scope_a_sku_maps_by_the_company_wide_listing() {
        var companyWide = new Listings(Map.of(), Map.of("s1", "3"));

        BatchGet<String> batch = BatchGet.answer(
                Set.of(), new LinkedHashSet<>(List.of("s1", "s2")), asked -> companyWide, asked -> VARIANTS);

        assertThat(batch.mappedSkuBarcodes()).isEqualTo(Map.of("s1", "3"));
        assertThat(batch.failedSkus()).containsExactly("s2");
    }

    @Test
    @DisplayName("D13: an SKU fails without a listing; if its barcode doesn't resolve, it fails but is still mapped")
    void a_sku_fails_without_a_listing_or_if_its_barcode_does_not_resolve() {
        BatchGet<String> batch = answer(List.of(), List.of("unknown", "gone", "s1", ""));

        assertThat(batch.failedSkus()).containsExactly("unknown", "gone", "");
        assertThat(batch.failedBarcodes()).isEmpty();
        assertThat(batch.mappedSkuBarcodes()).isEqualTo(Map.of("gone", "9", "s1", "1"));
    }

    @Test
    @DisplayName("D13: a barcode that doesn't resolve fails, including empty and malformed ones")
    void a_barcode_that_does_not_resolve_fails() {
        BatchGet<String> batch = answer(List.of("9", "1", "", "a/b", "s1"), List.of());

        assertThat(batch.failedBarcodes()).containsExactly("9", "", "a/b", "s1");
        assertThat(batch.failedSkus()).isEmpty();
        assertThat(batch.variants()).containsExactly("one");
    }

    @Test
    @DisplayName("D15: barcodes in the requested order, then the SKUs' variants in theirs, each variant once")
    void barcodes_in_the_requested_order_then_the_skus_variants() {
        BatchGet<String> batch =
                answer(List.of("2", "9", "2", "9"), List.of("s1", "s2", "gone", "s1", "wide", "gone", "x"));

        assertThat(batch.variants()).containsExactly("two", "one", "three");
        assertThat(batch.failedBarcodes()).containsExactly("9");
        assertThat(batch.failedSkus()).containsExactly("gone", "x");
        assertThat(batch.mappedSkuBarcodes().keySet()).containsExactly("s1", "s2", "gone", "wide");
    }

    @Test
    void each_identifier_is_looked_up_once_and_nothing_is_looked_up_without_need() {
        var asked = new ArrayList<Set<String>>();
        Function<Set<String>, Listings> listings = skus -> {
            asked.add(skus);
            return LISTINGS;
        };
        Function<Set<String>, Map<String, String>> variants = barcodes -> {
            asked.add(barcodes);
            return VARIANTS;
        };

        BatchGet.answer(Set.of("2"), new LinkedHashSet<>(List.of("s1", "s2")), listings, variants);
        assertThat(asked).containsExactly(Set.of("s1", "s2"), Set.of("2", "1"));

        asked.clear();
        BatchGet.answer(Set.of("1"), Set.of(), listings, variants);
        BatchGet.answer(Set.of(), Set.of("x"), listings, variants);
        assertThat(asked).containsExactly(Set.of("1"), Set.of("x"));
    }

    @Test
    void what_a_look_up_finds_beyond_the_request_is_left_out() {
        BatchGet<String> batch = answer(List.of("1"), List.of("s1"));

        assertThat(batch.variants()).containsExactly("one");
        assertThat(batch.mappedSkuBarcodes()).isEqualTo(Map.of("s1", "1"));
    }

    private static BatchGet<String> answer(List<String> barcodes, List<String> skus) {
        return BatchGet.answer(
                new LinkedHashSet<>(barcodes), new LinkedHashSet<>(skus), asked -> LISTINGS, asked -> VARIANTS);
    }
}
