package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** D13 and D15 for any request, against the rules applied identifier by identifier; a failure reports its seed. */
class BatchGetPropertyTest {

    private static final int REQUESTS = 20_000;
    private static final long FIRST_SEED = Long.getLong("seed", 1);

    @Test
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

            assertThat(batch)
                    .as("-Dseed=%s", seed)
                    .isEqualTo(oneByOne(barcodes, skus, ofLocation, ofCompany, variants));
        }
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
        var mapped = new TreeMap<String, String>();
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
