package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FieldValuesTest {

    @ParameterizedTest
    @EnumSource
    void a_field_takes_values_of_its_kind_only(VariantField field) {
        for (VariantField other : VariantField.all()) {
            FieldValues.Builder builder = FieldValues.builder();
            Object value = Samples.of(other, 1);
            if (other.kind() == field.kind()) {
                assertThat(builder.set(field, value).build().get(field)).isEqualTo(value);
            } else {
                assertThatThrownBy(() -> builder.set(field, value)).isInstanceOf(ClassCastException.class);
            }
        }
    }

    @Test
    void elements_are_checked_too() {
        FieldValues.Builder builder = FieldValues.builder();

        assertThatThrownBy(() -> builder.set(VariantField.TAGS, List.of("a", 1)))
                .isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> builder.set(VariantField.GRADING_RESULTS, Map.of("a", 1)))
                .isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> builder.set(VariantField.ASSETS, Map.of("Product", List.of("a"))))
                .isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> builder.set(VariantField.TAGS, Arrays.asList("a", null)))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> builder.set(VariantField.GRADING_RESULTS, mapWithNull()))
                .isInstanceOf(NullPointerException.class);
        assertThat(builder.build()).isEqualTo(FieldValues.builder().build());
    }

    @Test
    void what_is_set_stays_whatever_becomes_of_the_argument_or_the_builder() {
        var tags = new ArrayList<>(List.of("a"));
        var assets = new HashMap<String, List<Asset>>(Map.of("Product", new ArrayList<>()));
        FieldValues.Builder builder =
                FieldValues.builder().set(VariantField.TAGS, tags).set(VariantField.ASSETS, assets);
        FieldValues values = builder.build();

        tags.add("b");
        assets.clear();
        builder.set(VariantField.NAME, "later");
        values.toBuilder().set(VariantField.TAGS, null);

        assertThat(values.texts(VariantField.TAGS)).containsExactly("a");
        assertThat(values.assets(VariantField.ASSETS)).containsOnlyKeys("Product");
        assertThat(values.has(VariantField.NAME)).isFalse();
        assertThatThrownBy(() -> tagsOf(values).add("c")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> assetsOf(values).clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void null_takes_a_value_back() {
        FieldValues values = FieldValues.builder()
                .set(VariantField.NAME, "a")
                .set(VariantField.NAME, null)
                .build();

        assertThat(values.has(VariantField.NAME)).isFalse();
        assertThat(values.text(VariantField.NAME)).isNull();
    }

    @Test
    void typed_getters_give_the_values() {
        FieldValues.Builder builder = FieldValues.builder();
        VariantField.all().forEach(field -> builder.set(field, Samples.of(field, 1)));
        FieldValues values = builder.build();

        assertThat(values.text(VariantField.NAME)).isEqualTo("text 1");
        assertThat(values.texts(VariantField.TAGS)).containsExactly("text 1");
        assertThat(values.number(VariantField.UNIT_SIZE)).isEqualTo(1.5);
        assertThat(values.integer(VariantField.PACKAGED_QUANTITY)).isEqualTo(1);
        assertThat(values.flag(VariantField.DELISTED)).isFalse();
        assertThat(values.range(VariantField.THC)).isEqualTo(new MeasuredRange("1", "", "0"));
        assertThat(values.ranges(VariantField.SECONDARY_CANNABINOIDS)).containsOnlyKeys("CBG");
        assertThat(values.textMap(VariantField.GRADING_RESULTS)).containsEntry("mould", "text 1");
        assertThat(values.assets(VariantField.BRAND_ASSETS)).containsOnlyKeys("Product");
        assertThatThrownBy(() -> values.text(VariantField.TAGS)).isInstanceOf(ClassCastException.class);
    }

    @Test
    void equal_values_are_equal() {
        assertThat(values("a"))
                .isEqualTo(values("a"))
                .hasSameHashCodeAs(values("a"))
                .isNotEqualTo(values("b"));
        assertThat(values("a")).hasToString("{NAME=a}");
    }

    private static List<String> tagsOf(FieldValues values) {
        return requireNonNull(values.texts(VariantField.TAGS));
    }

    private static Map<String, List<Asset>> assetsOf(FieldValues values) {
        return requireNonNull(values.assets(VariantField.ASSETS));
    }

    private static FieldValues values(String name) {
        return FieldValues.builder().set(VariantField.NAME, name).build();
    }

    private static Map<String, String> mapWithNull() {
        var map = new HashMap<String, String>();
        map.put("a", null);
        return map;
    }
}
