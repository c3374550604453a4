package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AssetConfigurationTest {

    @Test
    @DisplayName("D8: a variant type's preference comes first, then the rest of the priority in its order")
    void a_preference_comes_first_then_the_rest_of_the_priority() {
        var configuration = new AssetConfiguration(
                List.of(
                        new AssetPriority("Product", 2),
                        new AssetPriority("Lifestyle", 3),
                        new AssetPriority("Label", 1)),
                Map.of("Flower", List.of("Label", "Lab"), "", List.of()));

        assertThat(configuration.variantAssetConfig())
                .containsExactly(
                        Map.entry(
                                "",
                                List.of(
                                        new AssetEntry("Product", 2, 1),
                                        new AssetEntry("Lifestyle", 3, 2),
                                        new AssetEntry("Label", 1, 3))),
                        Map.entry(
                                "Flower",
                                List.of(
                                        new AssetEntry("Label", 1, 1),
                                        new AssetEntry("Lab", 1, 2),
                                        new AssetEntry("Product", 2, 3),
                                        new AssetEntry("Lifestyle", 3, 4))));
    }

    @Test
    @DisplayName("D8: an asset type counts once, where it comes first")
    void an_asset_type_counts_once_where_it_comes_first() {
        var configuration = new AssetConfiguration(
                List.of(
                        new AssetPriority("Product", 2),
                        new AssetPriority("Label", 4),
                        new AssetPriority("Product", 9),
                        new AssetPriority("Lab", 1)),
                Map.of("Flower", List.of("Label", "Extra", "Label", "Extra")));

        assertThat(configuration.variantAssetConfig().get("Flower"))
                .containsExactly(
                        new AssetEntry("Label", 4, 1),
                        new AssetEntry("Extra", 1, 2),
                        new AssetEntry("Product", 2, 3),
                        new AssetEntry("Lab", 1, 4));
    }

    @Test
    @DisplayName("D8: a priority without preferences makes no entry")
    void a_priority_without_preferences_makes_no_entry() {
        var configuration = new AssetConfiguration(List.of(new AssetPriority("Product", 2)), Map.of());

        assertThat(configuration.variantAssetConfig()).isEmpty();
    }

    @Test
    @DisplayName("D8: preferences alone make entries, an empty list an empty one")
    void preferences_alone_make_entries() {
        var configuration = new AssetConfiguration(List.of(), Map.of("Flower", List.of("Label"), "Edible", List.of()));

        assertThat(configuration.variantAssetConfig())
                .isEqualTo(Map.of("Flower", List.of(new AssetEntry("Label", 1, 1)), "Edible", List.of()));
    }

    @Test
    @DisplayName("D8: a limit below 1 is invalid")
    void a_limit_below_1_is_invalid() {
        assertThatThrownBy(() -> new AssetPriority("Product", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Product")
                .hasMessageContaining("0");
    }
}
