package dev.partnercatalog.webhook.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.subscription.SubscriptionCompiler.SharedValues;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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
        CompanyScopes scopes = new CompanyScopes(byLocation, Hash.NONE);
        assertThat(byLocation.keySet())
                .allSatisfy(id -> assertThat(scopes.at(id)).isEqualTo(configuration));
    }

    @Test
    @Timeout(20)
    void very_many_configurations_that_share_their_hash_cost_no_more_than_others() {
        SharedValues<ResolvedConfiguration> known = new SharedValues<>();
        Set<Hash> fingerprints = new HashSet<>();
        Set<Integer> hashCodes = new HashSet<>();
        for (int i = 0; i < 1 << BITS; i++) {
            ResolvedConfiguration configuration = configuration(text(i));
            hashCodes.add(configuration.hashCode());
            Hash fingerprint = fingerprint(configuration);
            fingerprints.add(fingerprint);
            assertThat(known.of(fingerprint, () -> configuration)).isSameAs(configuration);
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

    @Test
    void equal_configurations_are_kept_once() {
        SharedValues<ResolvedConfiguration> known = new SharedValues<>();
        ResolvedConfiguration first = share(known, configuration("x"));
        assertThat(share(known, configuration("x"))).isSameAs(first);
        assertThat(share(known, configuration("y"))).isNotEqualTo(first);
    }

    private static ResolvedConfiguration share(
            SharedValues<ResolvedConfiguration> known, ResolvedConfiguration configuration) {
        return known.of(fingerprint(configuration), () -> configuration);
    }

    private static Hash fingerprint(ResolvedConfiguration configuration) {
        return Hash.ofValues(configuration);
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
}
