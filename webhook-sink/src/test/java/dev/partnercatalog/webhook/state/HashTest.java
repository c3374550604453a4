package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a fingerprint distinguishes. */
class HashTest {

    @Test
    void every_part_of_a_configuration_counts() {
        List<ResolvedConfiguration> configurations = List.of(
                configuration(Map.of(), null, null),
                configuration(Map.of(), "%", null),
                configuration(Map.of(), null, "%"),
                configuration(Map.of(), "", null),
                configuration(Map.of("", List.of()), null, null),
                configuration(Map.of("Flower", List.of()), null, null),
                configuration(Map.of("Flower", List.of(new AssetEntry("Product", 1, 1))), null, null),
                configuration(Map.of("Flower", List.of(new AssetEntry("Product", 2, 1))), null, null),
                configuration(Map.of("Flower", List.of(new AssetEntry("Product", 1, 2))), null, null),
                configuration(Map.of("Flower", List.of(new AssetEntry("Produc", 1, 1))), null, null),
                configuration(
                        Map.of("Flower", List.of(new AssetEntry("A", 1, 1), new AssetEntry("B", 1, 2))), null, null),
                configuration(
                        Map.of("Flower", List.of(new AssetEntry("B", 1, 1), new AssetEntry("A", 1, 2))), null, null),
                new ResolvedConfiguration(new AllowedFields(true, false, false, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, true, false, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, false, true, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, false, false, true), Map.of(), null, null));

        assertThat(configurations.stream().map(Hash::ofValues)).doesNotHaveDuplicates();
    }

    @Test
    void texts_do_not_run_into_each_other() {
        assertThat(Hash.ofValues("ab", "c")).isNotEqualTo(Hash.ofValues("a", "bc"));
        assertThat(Hash.ofValues("", null)).isNotEqualTo(Hash.ofValues(null, ""));
    }

    private static ResolvedConfiguration configuration(
            Map<String, List<AssetEntry>> assets, @Nullable String cannabis, @Nullable String terpene) {
        return new ResolvedConfiguration(AllowedFields.NONE, assets, cannabis, terpene);
    }
}
