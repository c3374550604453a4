package dev.partnercatalog.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    @Test
    void every_key_reads_back_what_it_wrote() {
        assertThat(VariantKey.parse(VariantKey.everywhere("b#1").encode())).isEqualTo(VariantKey.everywhere("b#1"));
        assertThat(VariantKey.parse("b/7")).isEqualTo(VariantKey.ofCompany("b", 7));
        assertThat(VariantKey.parse("b/7/8").encode()).isEqualTo("b/7/8");
        assertThat(CompanyVariantKey.parse("7/b").encode()).isEqualTo("7/b");
        assertThat(LocationVariantKey.parse("7/8/b").encode()).isEqualTo("7/8/b");
        assertThat(ListingKey.parse("7/7/crème brûlée 2").encode()).isEqualTo("7/7/crème brûlée 2");
        assertThat(ListingKey.parse("7/7/s").isCompanyWide()).isTrue();
        assertThat(ScopeConfigKey.parse("p_-9/7").encode()).isEqualTo("p_-9/7");
        assertThat(ScopeConfigKey.parse("p/7/8").encode()).isEqualTo("p/7/8");
        assertThat(CompanyKey.parse("9007199254740991").companyId()).isEqualTo((1L << 53) - 1);
    }

    static Stream<Arguments> keysOutOfForm() {
        Function<String, Object> variant = VariantKey::parse;
        Function<String, Object> companyVariant = CompanyVariantKey::parse;
        Function<String, Object> locationVariant = LocationVariantKey::parse;
        Function<String, Object> listing = ListingKey::parse;
        Function<String, Object> config = ScopeConfigKey::parse;
        Function<String, Object> company = CompanyKey::parse;
        return Stream.of(
                Arguments.of(variant, ""),
                Arguments.of(variant, "a b"),
                Arguments.of(variant, "é"),
                Arguments.of(variant, "b/7/8/9"),
                Arguments.of(variant, "b/"),
                Arguments.of(variant, "x".repeat(65)),
                Arguments.of(companyVariant, "b"),
                Arguments.of(companyVariant, "07/b"),
                Arguments.of(companyVariant, "+7/b"),
                Arguments.of(companyVariant, "0/b"),
                Arguments.of(companyVariant, "٧/b"),
                Arguments.of(companyVariant, "9007199254740992/b"),
                Arguments.of(companyVariant, "99999999999999999999/b"),
                Arguments.of(locationVariant, "7/b"),
                Arguments.of(locationVariant, "7/8/"),
                Arguments.of(listing, "7/8"),
                Arguments.of(listing, "7/8/a/b"),
                Arguments.of(listing, "7/8/a\nb"),
                Arguments.of(listing, "7/8/" + "s".repeat(129)),
                Arguments.of(config, "p"),
                Arguments.of(config, "p p/7"),
                Arguments.of(config, "p/7/8/9"),
                Arguments.of(company, "-1"),
                Arguments.of(company, "1.0"));
    }

    @ParameterizedTest
    @MethodSource("keysOutOfForm")
    void a_key_out_of_form_is_refused_with_a_reason(Function<String, Object> parse, String key) {
        assertThatThrownBy(() -> parse.apply(key))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("out of form");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s", "a b", "☃", "𝄞", "#1"})
    void an_sku_may_hold_any_printable_character_but_a_slash(String sku) {
        assertThat(Ids.isSku(sku)).isTrue();
    }

    @Test
    void an_sku_is_measured_in_characters_not_in_code_units() {
        assertThat(Ids.isSku("𝄞".repeat(128))).isTrue();
        assertThat(Ids.isSku("𝄞".repeat(129))).isFalse();
    }

    @Test
    void a_message_never_repeats_control_characters_or_endless_text() {
        assertThatThrownBy(() -> Ids.requireBarcode("\u001b[31m" + "x".repeat(5000)))
                .message()
                .doesNotContain("\u001b")
                .hasSizeLessThan(300);
    }

    @Test
    void the_partition_of_a_key_never_changes() {
        // Records already lie where this says: another result would lose them all.
        assertThat(Partitioning.byBarcode("2000000000015", 24)).isEqualTo(10);
        assertThat(Partitioning.byScope(1000, 102778, 24)).isEqualTo(Partitioning.byKey("1000/102778", 24));
        assertThat(Partitioning.byKey("menuboard", 24)).isEqualTo(21);
    }
}
