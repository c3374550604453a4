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

    private static List<String> tagsOf(FieldValues values) {
        return requireNonNull(values.texts(VariantField.TAGS));
    }

    private static Map<String, List<Asset>> assetsOf(FieldValues values) {
        return requireNonNull(values.assets(VariantField.ASSETS));
    }

    private static Map<String, String> mapWithNull() {
        var map = new HashMap<String, String>();
        map.put("a", null);
        return map;
    }
}
