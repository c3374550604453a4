package dev.partnercatalog.streams.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.streams.quarantine.RejectedRecordException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What one change may write at most, and how the sums on which that is decided are kept. */
class EntryBudgetTest {

    private static final int COMPANIES = 10_000;

    private final ResolverOfOneBarcode resolver = new ResolverOfOneBarcode();

    @Test
    void a_product_sold_everywhere_may_be_as_large_as_its_entries_fit_into_one_transaction() {
        resolver.bpd(1_500);
        for (int i = 1; i <= COMPANIES; i++) {
            resolver.listing(i, true);
        }
        for (long location = 1; location <= 100; location++) {
            resolver.attributes(1, location, 10);
        }
        resolver.written();
        resolver.bpd(2_500);
        assertThat(resolver.written()).isEqualTo(COMPANIES + 101);

        Map<String, byte[]> before = resolver.rows();
        assertRefused(() -> resolver.bpd(400_000))
                .hasMessage(
                        "BPD's record is rejected: the entries of barcode \"b\" at 100 companies and locations would"
                                + " total 39591 KiB, and at most 32768 KiB are written at once. Publish smaller records"
                                + " for the barcode, or first delete some of its records.");
        assertThat(resolver.written()).isZero();
        assertThat(resolver.rows()).containsExactlyInAnyOrderEntriesOf(before);

        assertRefused(() -> resolver.override(1, 400_000))
                .hasMessageStartingWith("the override of company 1 is rejected");
        assertThat(resolver.written()).isZero();
        assertThat(resolver.rows()).containsExactlyInAnyOrderEntriesOf(before);
        resolver.bpd(2_000);
        assertThat(resolver.written()).isEqualTo(COMPANIES + 101);
    }

    @Test
    void listings_neither_count_nor_write_a_sum() {
        resolver.listing(1, true);
        assertThat(resolver.rows()).containsOnlyKeys("b/1/#listed");
        resolver.attributes(1, null, 10);
        resolver.bpd(1_000);
        assertThat(resolver.total()).isEqualTo(new EntryBudget.Sum(1, 1));
        resolver.attributes(1, null, -1);
        assertThat(resolver.total()).isEqualTo(EntryBudget.Sum.NONE);
    }

    @Test
    void the_sums_of_the_entries_follow_from_the_layers_after_any_changes_and_are_deleted_with_them() {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            changeOne(random, random.nextInt(3) == 0);
            if (i % 50 == 0) {
                assertThat(resolver.total()).as("seed %d, change %d", seed, i).isEqualTo(expectedTotal());
            }
        }
        assertThat(resolver.total()).isEqualTo(expectedTotal());
        resolver.bpd(-1);
        for (long company = 1; company <= 3; company++) {
            resolver.override(company, -1);
            for (Long location : new Long[] {null, 11L, 12L}) {
                resolver.attributes(company, location, -1);
            }
            resolver.listing(company, false);
        }
        assertThat(resolver.rows()).as("seed %d", seed).containsOnlyKeys(LayerKey.REVISIONS);
    }

    private void changeOne(Random random, boolean gone) {
        long company = 1L + random.nextInt(3);
        Long location = random.nextInt(3) == 0 ? null : Long.valueOf(11L + random.nextInt(2));
        int size = gone ? -1 : random.nextInt(5_000);
        switch (random.nextInt(4)) {
            case 0 -> resolver.bpd(size);
            case 1 -> resolver.override(company, size);
            case 2 -> resolver.attributes(company, location, size);
            default -> resolver.listing(company, !gone);
        }
    }

    /** Counts entries with content, and blocks of layers other than BPD's, one by one. */
    private EntryBudget.Sum expectedTotal() {
        Map<String, byte[]> rows = resolver.rows();
        EntryBudget.Sum sum = EntryBudget.Sum.NONE;
        for (long company = 1; company <= 3; company++) {
            String at = "b/" + company + "/";
            long shared = blocks(rows.get(at + "#override")) + blocks(rows.get(at + "#attributes"));
            if (rows.containsKey(at + "#override") || rows.containsKey(at + "#attributes")) {
                sum = sum.plus(new EntryBudget.Sum(1, shared));
            }
            for (String location : List.of(at + "11/#attributes", at + "12/#attributes")) {
                if (rows.containsKey(location)) {
                    sum = sum.plus(new EntryBudget.Sum(1, shared + blocks(rows.get(location))));
                }
            }
        }
        return sum;
    }

    private static long blocks(byte @Nullable [] row) {
        return EntryBudget.blocks(LayerRows.layer(row));
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(Runnable change) {
        return assertThatThrownBy(change::run).isInstanceOf(RejectedRecordException.class);
    }
}
