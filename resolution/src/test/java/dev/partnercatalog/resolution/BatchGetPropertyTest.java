package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** D13 and D15 for any request, against the rules applied identifier by identifier; a failure reports its seed. */
class BatchGetPropertyTest {

    private static final int REQUESTS = 20_000;
    private static final long FIRST_SEED = Long.getLong("seed", 1);

    @Test
    @DisplayName("D13, D15: a batch is what asking for each identifier by itself gives")
    void a_batch_is_what_asking_for_each_identifier_by_itself_gives() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + REQUESTS; seed++) {
            var random = new SplittableRandom(seed);
            List<String> barcodes = identifiers(random, "b");
            List<String> skus = identifiers(random, "s");
            Map<String, String> ofLocation = listings(random);
            Map<String, String> ofCompany = listings(random);
            Map<String, String> variants = new TreeMap<>();
            identifiers(random, "b").forEach(barcode -> variants.put(barcode, "variant of " + barcode));

            BatchGet<String> batch = BatchGet.answer(
                    new LinkedHashSet<>(barcodes),
                    new LinkedHashSet<>(skus),
                    asked -> new Listings(ofLocation, ofCompany),
                    asked -> variants);

            BatchGet<String> expected = oneByOne(barcodes, skus, ofLocation, ofCompany, variants);
            assertThat(batch).as("-Dseed=%s", seed).isEqualTo(expected).hasToString(expected.toString());
        }
    }

    @Test
    void each_identifier_is_asked_for_once_and_nothing_is_asked_for_without_need() {
        var listings = new Listings(Map.of("s1", "1", "s2", "2"), Map.of("s1", "3"));
        assertThat(asked(Set.of("2"), List.of("s1", "s2"), listings))
                .containsExactly(Set.of("s1", "s2"), Set.of("2", "1"));
        assertThat(asked(Set.of("1"), List.of(), listings)).containsExactly(Set.of("1"));
        assertThat(asked(Set.of(), List.of("x"), listings)).containsExactly(Set.of("x"));
    }

    private static List<Set<String>> asked(Set<String> barcodes, List<String> skus, Listings listings) {
        var asked = new ArrayList<Set<String>>();
        BatchGet.answer(
                barcodes,
                new LinkedHashSet<>(skus),
                of -> {
                    asked.add(of);
                    return listings;
                },
                of -> {
                    asked.add(of);
                    return Map.of("1", "one", "2", "two");
                });
        return asked;
    }

    private static BatchGet<String> oneByOne(
            List<String> barcodes,
            List<String> skus,
            Map<String, String> ofLocation,
            Map<String, String> ofCompany,
            Map<String, String> variants) {
        var answered = new LinkedHashSet<String>();
        var failedBarcodes = new LinkedHashSet<String>();
        var failedSkus = new LinkedHashSet<String>();
        var mapped = new LinkedHashMap<String, String>();
        for (String barcode : barcodes) {
            (variants.containsKey(barcode) ? answered : failedBarcodes).add(barcode);
        }
        for (String sku : skus) {
            @Nullable String barcode = ofLocation.getOrDefault(sku, ofCompany.get(sku));
            if (barcode != null) {
                mapped.put(sku, barcode);
            }
            if (barcode != null && variants.containsKey(barcode)) {
                answered.add(barcode);
            } else {
                failedSkus.add(sku);
            }
        }
        return new BatchGet<>(
                answered.stream().map(barcode -> "variant of " + barcode).toList(),
                List.copyOf(failedBarcodes),
                List.copyOf(failedSkus),
                mapped);
    }

    private static Map<String, String> listings(SplittableRandom random) {
        var listings = new TreeMap<String, String>();
        identifiers(random, "s").forEach(sku -> listings.put(sku, "b" + random.nextInt(6)));
        return listings;
    }

    private static List<String> identifiers(SplittableRandom random, String prefix) {
        var identifiers = new ArrayList<String>();
        for (int count = random.nextInt(8); count > 0; count--) {
            identifiers.add(random.nextInt(20) == 0 ? "" : prefix + random.nextInt(6));
        }
        return identifiers;
    }
}
