package dev.partnercatalog.runtime.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.Partitioning;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantKeysTest {

    @Test
    void every_scope_has_a_key_of_its_own_that_reads_back() {
        Map.of(
                        "b#1", Scope.everywhere(),
                        "b#1/7", new Scope.Company(7),
                        "b#1/7/7", new Scope.Location(7, 7),
                        "b#1/7/8", new Scope.Location(7, 8))
                .forEach((key, scope) -> {
                    ScopedVariant variant = new ScopedVariant(scope, "b#1");
                    assertThat(VariantKeys.encode(variant)).isEqualTo(key);
                    assertThat(VariantKeys.parse(key)).isEqualTo(variant);
                });
    }

    @Test
    void all_scopes_of_a_company_have_no_key_together() {
        ScopedVariant all = new ScopedVariant(new Scope.AllOfCompany(7), "b");
        assertThatThrownBy(() -> VariantKeys.encode(all)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "é", "b/", "b/0", "b/07", "b/7/", "b/7/x", "b/7/8/9", "//", "/7"})
    void an_invalid_key_is_refused_with_a_reason(String key) {
        assertThatThrownBy(() -> VariantKeys.parse(key))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("is invalid");
    }

    @Test
    void a_product_is_not_an_entry_of_a_company() {
        assertThat(VariantKeys.parseOfCompany("b/7").scope()).isEqualTo(new Scope.Company(7));
        assertThatThrownBy(() -> VariantKeys.parseOfCompany("b")).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    void a_product_is_in_the_partition_of_its_barcode_and_an_entry_in_that_of_its_company() {
        assertThat(VariantKeys.partition(VariantKeys.parse("b"), 24)).isEqualTo(Partitioning.byBarcode("b", 24));
        assertThat(VariantKeys.partition(VariantKeys.parse("b/7/8"), 24)).isEqualTo(Partitioning.byCompany(7, 24));
    }

    @Test
    void a_record_of_a_location_must_name_its_company() {
        assertThat(VariantRecords.scope(7L, null)).isEqualTo(new Scope.Company(7));
        assertThat(VariantRecords.scope(7L, 8L)).isEqualTo(new Scope.Location(7, 8));
        assertThatThrownBy(() -> VariantRecords.scope(null, 8L)).isInstanceOf(InvalidKeyException.class);
    }
}
