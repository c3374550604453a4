package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangingCatalogTest {

    private final ChangingCatalog catalog = new ChangingCatalog(1_000);

    /** What was published last, by topic and key. */
    private final Map<String, SpecificRecord> published = new HashMap<>();

    @Test
    void the_entries_are_those_that_follow_from_the_events() {
        catalog.events().forEach(this::publish);
        assertThat(published).hasSize(catalog.size());
        assertThat(catalog.entries()).isEqualTo(entries());
    }

    @Test
    void a_change_tells_every_entry_that_becomes_another_one_and_no_other() {
        catalog.events().forEach(this::publish);
        for (int i = 0; i < 5; i++) {
            Map<String, List<Integer>> before = entries();
            ChangingCatalog.Change change = catalog.change(300);
            assertThat(change.events()).hasSize(300);
            change.events().forEach(this::publish);
            assertThat(change.entries()).isEqualTo(difference(before, entries()));
        }
    }

    @Test
    void the_overrides_of_what_companies_list_can_change() {
        List<IntFunction<CatalogEvents.Event>> overrides = catalog.listedOverrides(company -> company >= 400);
        List<CatalogEvents.Event> events =
                overrides.stream().map(override -> override.apply(7)).toList();
        assertThat(events)
                .isNotEmpty()
                .extracting(CatalogEvents.Event::key)
                .doesNotHaveDuplicates()
                .allMatch(key -> Integer.parseInt(key.substring(0, key.indexOf('/'))) >= 1_400);
        assertThat(events)
                .allMatch(event -> event.value() instanceof CompanyOverride override
                        && override.getOriginState().equals(Marker.OVERRIDE.text(7)));
    }

    @Test
    void popular_variants_have_the_most_layers() {
        Map<String, List<Integer>> entries = catalog.entries();
        long popular = entries.keySet().stream()
                .filter(key -> key.startsWith("810000000000/"))
                .count();
        assertThat(popular).isGreaterThan(50);
    }

    private void publish(CatalogEvents.Event event) {
        published.put(event.topic() + " " + event.key(), event.value());
    }

    private static Map<String, List<Integer>> difference(
            Map<String, List<Integer>> before, Map<String, List<Integer>> after) {
        Set<String> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        Map<String, List<Integer>> changed = new HashMap<>();
        for (String key : keys) {
            List<Integer> now = after.getOrDefault(key, ExpectedEntries.GONE);
            if (!before.getOrDefault(key, ExpectedEntries.GONE).equals(now)) {
                changed.put(key, now);
            }
        }
        return changed;
    }

    /** Computed the long way, from the records alone. */
    private Map<String, List<Integer>> entries() {
        Map<String, Integer> bpd = new HashMap<>();
        Map<String, Integer> overrides = new HashMap<>();
        Map<String, Integer> companyAttributes = new HashMap<>();
        Map<String, Integer> locationAttributes = new HashMap<>();
        Set<String> keys = new HashSet<>();
        for (SpecificRecord value : published.values()) {
            if (value instanceof BpdVariant variant) {
                bpd.put(variant.getBarcode(), number(variant.getEnergyScore()));
                keys.add(variant.getBarcode());
            } else if (value instanceof CompanyOverride override) {
                String key = override.getBarcode() + "/" + override.getCompanyId();
                overrides.put(key, number(override.getOriginState()));
                keys.add(key);
            } else if (value instanceof Listing listing) {
                keys.add(listing.getBarcode() + "/" + listing.getCompanyId());
            } else if (value instanceof DisplayAttributes attributes && attributes.getLocationId() == null) {
                String key = attributes.getBarcode() + "/" + attributes.getCompanyId();
                companyAttributes.put(key, number(attributes.getShortDescription()));
                keys.add(key);
            } else if (value instanceof DisplayAttributes attributes) {
                String key =
                        attributes.getBarcode() + "/" + attributes.getCompanyId() + "/" + attributes.getLocationId();
                locationAttributes.put(
                        key,
                        number(Objects.requireNonNull(attributes.getLabels()).get(0)));
                keys.add(key);
            }
        }
        Map<String, List<Integer>> entries = new HashMap<>();
        for (String key : keys) {
            String[] parts = key.split("/", -1);
            String company = parts.length > 1 ? parts[0] + "/" + parts[1] : "";
            entries.put(
                    key,
                    List.of(
                            at(bpd, parts[0]),
                            at(overrides, company),
                            at(companyAttributes, company),
                            at(locationAttributes, key)));
        }
        return entries;
    }

    private static int at(Map<String, Integer> changes, String key) {
        return changes.getOrDefault(key, Marker.NONE);
    }

    private static int number(@Nullable String marker) {
        return Collections.max(Marker.in(Objects.requireNonNull(marker).getBytes(StandardCharsets.UTF_8)));
    }
}
