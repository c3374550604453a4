package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.webhook.catalog.ScopedVariant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Many SKUs of one barcode. */
class ManySkusTest {

    private static final int SKUS = 2_000;
    private static final ScopedVariant ONE = new ScopedVariant(1, 2, "one");
    private static final ScopedVariant OTHER = new ScopedVariant(1, 2, "other");

    private final CountingStore store = new CountingStore();
    private final SinkState state = new SinkState(store);

    /** Counts ranges, which in RocksDB read every deleted row before the first that is left. */
    private static final class CountingStore extends MemoryStore {
        private int ranges;

        @Override
        public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
            ranges++;
            return super.range(from, to);
        }
    }

    private void list(int sku, @Nullable String barcode) {
        ListingKey listing = new ListingKey(1, 2, "s" + sku);
        for (ScopedVariant variant : state.listings().list(listing, barcode)) {
            state.listings().contain(variant);
        }
        state.listings().putBarcode(listing, barcode);
    }

    @Test
    void a_listing_costs_the_same_however_many_skus_of_its_barcode_come_move_and_go() {
        int rangesBefore = store.ranges;
        List<Long> costs = new ArrayList<>();
        for (String barcode : new String[] {ONE.barcode(), OTHER.barcode(), null}) {
            for (int sku = 0; sku < SKUS; sku++) {
                long before = store.reads() + store.length();
                list(sku, barcode);
                costs.add(store.reads() + store.length() - before);
            }
        }

        assertThat(costs).allSatisfy(cost -> assertThat(cost).isLessThanOrEqualTo(9));
        assertThat(store.ranges).isEqualTo(rangesBefore);
        assertThat(store.approximateNumEntries()).isZero();
    }

    @Test
    void a_variant_takes_one_row_however_many_skus_it_has() {
        for (int sku = 0; sku < SKUS; sku++) {
            list(sku, ONE.barcode());
        }

        assertThat(store.count(Keys.LISTED)).isEqualTo(1);
        assertThat(state.listings().contain(ONE)).isTrue();
    }

    @Test
    void a_crash_between_any_two_writes_counts_no_sku_twice_and_reports_what_was_lost() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            MemoryStore written = new MemoryStore();
            SinkState before = new SinkState(written);
            Map<ListingKey, @Nullable String> listed = new HashMap<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                change(before, listed, random);
            }
            int start = written.length();
            Map<ListingKey, @Nullable String> unchanged = new HashMap<>(listed);
            ListingKey listing = change(before, listed, random);
            int kept = start + random.nextInt(written.length() - start);
            SinkState after = new SinkState(written.restored(kept));

            List<ScopedVariant> reported = after.listings().list(listing, listed.get(listing));
            after.listings().putBarcode(listing, listed.get(listing));

            for (ScopedVariant variant : List.of(ONE, OTHER)) {
                boolean was = unchanged.containsValue(variant.barcode());
                boolean is = listed.containsValue(variant.barcode());
                assertThat(after.listings().contain(variant))
                        .as("seed %s", seed)
                        .isEqualTo(is);
                assertThat(reported.contains(variant)).as("seed %s", seed).isEqualTo(was != is);
            }
        }
    }

    private static ListingKey change(SinkState state, Map<ListingKey, @Nullable String> listed, Random random) {
        ListingKey listing = new ListingKey(1, 2, "s" + random.nextInt(4));
        String barcode = new String[] {ONE.barcode(), OTHER.barcode(), null}[random.nextInt(3)];
        state.listings().list(listing, barcode);
        state.listings().putBarcode(listing, barcode);
        listed.put(listing, barcode);
        return listing;
    }
}
