package dev.partnercatalog.webhook.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.Hash;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ids, barcodes and configurations chosen by an upstream system, all with the same hash. Comparing each with each would
 * take minutes.
 */
class HostileSharedHashTest {

    private static final int BITS = 15;
    private static final int MANY = 1 << 18;

    @Test
    @Timeout(20)
    void very_many_locations_whose_ids_share_their_place_cost_no_more_than_others() {
        SortedMap<Long, ResolvedConfiguration> byLocation = new TreeMap<>();
        ResolvedConfiguration configuration = configuration("x");
        for (long i = 0; i < MANY; i++) {
            // A table with twice as many buckets as ids has all of these in the first one.
            byLocation.put(i * 2 * MANY, configuration);
        }
        VisibleScopes<ResolvedConfiguration> scopes = new VisibleScopes<>(byLocation, Hash.NONE);
        assertThat(byLocation.keySet())
                .allSatisfy(id -> assertThat(scopes.at(id)).isEqualTo(configuration));
    }

    @Test
    @Timeout(20)
    void very_many_configurations_that_share_their_hash_are_told_apart_by_their_fingerprints() {
        Set<Hash> fingerprints = new HashSet<>();
        Set<Integer> hashCodes = new HashSet<>();
        for (int i = 0; i < 1 << BITS; i++) {
            ResolvedConfiguration configuration = configuration(text(i));
            hashCodes.add(configuration.hashCode());
            fingerprints.add(Hash.ofValues(configuration));
        }
        assertThat(hashCodes).hasSize(1);
        assertThat(fingerprints).hasSize(1 << BITS);
    }

    @Test
    @Timeout(20)
    void very_many_variants_whose_barcodes_share_their_hash_cost_no_more_than_others() {
        Set<ScopedVariant> variants = new HashSet<>();
        for (int i = 0; i < 1 << BITS; i++) {
            variants.add(new ScopedVariant(Scope.of(1, 2), text(i)));
        }
        assertThat(variants.stream().map(ScopedVariant::hashCode).distinct()).hasSize(1);
        assertThat(variants).hasSize(1 << BITS);
    }

    private static String text(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < BITS; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    private static ResolvedConfiguration configuration(String assetType) {
        return new ResolvedConfiguration(
                AllowedFields.NONE, Map.of("Flower", List.of(new AssetEntry(assetType, 1, 1))), null, null);
    }

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
