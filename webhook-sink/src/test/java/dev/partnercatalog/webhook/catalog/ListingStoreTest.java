package dev.partnercatalog.webhook.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What scopes list, under many SKUs of one barcode too. */
class ListingStoreTest {

    private static final int SKUS = 2_000;
    private static final ScopedVariant ONE = new ScopedVariant(Scope.of(1, 2), "one");
    private static final ScopedVariant OTHER = new ScopedVariant(Scope.of(1, 2), "other");

    private final CatalogInTest kept = CatalogInTest.open();
    private final ListingStore listings = kept.listings();

    @AfterEach
    void stop() {
        kept.giveBack();
    }

    private static ListingKey sku(String sku) {
        return new ListingKey(1, 2, sku);
    }

    @Test
    void a_scope_lists_a_variant_from_its_first_sku_to_its_last() {
        assertThat(kept.list(sku("s"), "one")).containsExactly(ONE);
        assertThat(kept.list(sku("t"), "one")).isEmpty();
        assertThat(kept.list(sku("t"), "one")).isEmpty();
        assertThat(kept.list(sku("s"), null)).isEmpty();
        assertThat(listings.contains(ONE)).isTrue();
        assertThat(listings.contains(new ScopedVariant(new Scope.AllOfCompany(1), "one")))
                .isTrue();
        assertThat(kept.list(sku("t"), "other")).containsExactly(ONE, OTHER);
        assertThat(listings.contains(ONE)).isFalse();
        assertThat(listings.contains(new ScopedVariant(new Scope.AllOfCompany(1), "one")))
                .isFalse();
        assertThat(kept.list(sku("t"), null)).containsExactly(OTHER);
        assertThat(CatalogInTest.count(listings, Family.RECORDS)).isZero();
        assertThat(CatalogInTest.count(listings, Family.LISTED)).isZero();
    }

    @Test
    void a_variant_takes_one_row_however_many_skus_it_has() {
        for (int sku = 0; sku < SKUS; sku++) {
            var unused = kept.list(sku("s" + sku), "one");
        }

        assertThat(CatalogInTest.count(listings, Family.LISTED)).isEqualTo(1);
        assertThat(listings.contains(ONE)).isTrue();
    }

    @Test
    void a_store_that_is_restored_lists_the_same_as_one_that_took_each_record_as_it_came() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            CatalogInTest restored = CatalogInTest.open();
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            Map<ListingKey, @Nullable String> listed = new HashMap<>();
            for (int i = 0; i < random.nextInt(40); i++) {
                ListingKey listing = sku("s" + random.nextInt(4));
                String barcode = new String[] {ONE.barcode(), OTHER.barcode(), null}[random.nextInt(3)];
                records.add(CatalogInTest.listing(i, listing, barcode));
                var unused = kept.list(listing, barcode);
                listed.put(listing, barcode);
            }
            int half = records.size() / 2;
            restored.holdOnly(List.of(), records.subList(0, half));
            // After a kill, records that are there come once more.
            int again = random.nextInt(half + 1);
            ListingStore listings = restored.listings();
            records.subList(again, records.size()).forEach(record -> restored.take(false, record, 1));
            restored.write();

            for (ScopedVariant variant : List.of(ONE, OTHER)) {
                boolean is = listed.containsValue(variant.barcode());
                assertThat(this.listings.contains(variant)).as("seed %s", seed).isEqualTo(is);
                assertThat(listings.contains(variant)).as("seed %s", seed).isEqualTo(is);
            }
            assertThat(CatalogInTest.count(listings, Family.RECORDS))
                    .as("seed %s", seed)
                    .isEqualTo(CatalogInTest.count(this.listings, Family.RECORDS));
            restored.giveBack();
            kept.holdOnly(List.of(), List.of());
        }
    }

    @Test
    void a_record_that_can_not_be_read_leaves_the_listing_before_it() {
        ConsumerRecord<byte[], byte[]> listing = CatalogInTest.listing(0, sku("s"), "one");
        kept.take(false, listing, 1);
        assertThatExceptionOfType(UnreadableRecordException.class)
                .isThrownBy(() ->
                        kept.take(false, new ConsumerRecord<>("any", 0, 1, listing.key(), new byte[] {9, 9}), 1));
        kept.write();

        assertThat(listings.contains(ONE)).isTrue();
        assertThat(CatalogInTest.count(listings, Family.RECORDS)).isEqualTo(1);
    }
}
