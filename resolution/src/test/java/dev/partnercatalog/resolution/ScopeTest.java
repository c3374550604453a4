package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScopeTest {

    private static final Scope COMPANY = new Scope.Company(7);
    private static final Scope LOCATION = new Scope.Location(7, 8);

    @Test
    void D1_the_most_specific_entry_of_a_company_applies() {
        Map<Scope, String> both = Map.of(LOCATION, "location", COMPANY, "company");
        assertThat(LOCATION.<String>mostSpecific(both::get)).isEqualTo("location");
        assertThat(COMPANY.<String>mostSpecific(both::get)).isEqualTo("company");
        assertThat(LOCATION.<String>mostSpecific(Map.of(COMPANY, "company")::get))
                .isEqualTo("company");
        assertThat(COMPANY.<String>mostSpecific(Map.of(LOCATION, "location")::get))
                .isNull();
        assertThat(LOCATION.<String>mostSpecific(Map.of(Scope.everywhere(), "everywhere")::get))
                .isNull();
    }

    @Test
    void D11_at_company_scope_both_ids_are_the_same() {
        for (Scope scope : List.of(COMPANY, LOCATION)) {
            assertThat(Scope.of(scope.companyId(), scope.locationId())).isEqualTo(scope);
        }
        assertThat(COMPANY.locationId()).isEqualTo(7);
        assertThat(LOCATION.company()).isEqualTo(COMPANY);
    }

    @Test
    void what_is_no_location_has_no_id_of_one() {
        assertThatThrownBy(Scope.everywhere()::companyId).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(Scope.everywhere()::locationId).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(new Scope.AllOfCompany(7)::locationId).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void variants_are_in_order_of_company_and_barcode_and_within_a_barcode_its_scopes_are_together() {
        ScopedVariant all = new ScopedVariant(new Scope.AllOfCompany(7), "b");
        List<ScopedVariant> inOrder = List.of(
                new ScopedVariant(Scope.everywhere(), "c"),
                new ScopedVariant(LOCATION, "a"),
                all,
                new ScopedVariant(new Scope.Location(7, 6), "b"),
                all.atCompany(),
                all.at(LOCATION),
                new ScopedVariant(new Scope.AllOfCompany(7), "c"),
                new ScopedVariant(new Scope.Company(9), "a"));
        assertThat(Stream.of(5, 0, 7, 2, 4, 6, 1, 3).map(inOrder::get).sorted()).containsExactlyElementsOf(inOrder);
        TreeMap<ScopedVariant, Integer> variants = new TreeMap<>();
        inOrder.forEach(variant -> variants.put(variant, 0));
        assertThat(all.at(LOCATION).allIn(variants).keySet()).containsExactlyElementsOf(inOrder.subList(2, 6));
    }
}
