package dev.partnercatalog.query.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.feed.Cursors.ViewFingerprint;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ViewFingerprintTest {

    @Test
    void every_part_of_a_configuration_counts() {
        AllowedFields none = new AllowedFields(false, false, false, false);
        List<ResolvedConfiguration> all = List.of(
                new ResolvedConfiguration(none, Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(true, false, false, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, true, false, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, false, true, false), Map.of(), null, null),
                new ResolvedConfiguration(new AllowedFields(false, false, false, true), Map.of(), null, null),
                new ResolvedConfiguration(none, Map.of(), "%", null),
                new ResolvedConfiguration(none, Map.of(), "", null),
                new ResolvedConfiguration(none, Map.of(), null, "%"),
                new ResolvedConfiguration(none, Map.of("", List.of()), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of()), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("P", 1, 1))), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("P", 2, 1))), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("P", 1, 2))), null, null),
                new ResolvedConfiguration(none, Map.of("A", List.of(new AssetEntry("Q", 1, 1))), null, null));
        Set<Long> numbers = new HashSet<>();
        all.forEach(each -> numbers.add(ViewFingerprint.of(each)));
        assertThat(numbers).hasSize(all.size()).doesNotContain(ViewFingerprint.MIXED);
    }

    @Test
    void the_same_configuration_has_the_same_number_on_every_instance() {
        assertThat(ViewFingerprint.of(new ResolvedConfiguration(
                        AllowedFields.ALL,
                        Map.of("B", List.of(), "A", List.of(new AssetEntry("P", 1, 1))),
                        "mg",
                        null)))
                .isEqualTo(ViewFingerprint.of(new ResolvedConfiguration(
                        AllowedFields.ALL,
                        Map.of("A", List.of(new AssetEntry("P", 1, 1)), "B", List.of()),
                        "mg",
                        null)));
    }
}
