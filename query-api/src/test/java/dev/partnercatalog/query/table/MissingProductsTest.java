package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.table.ScopedEntries.MissingProducts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long a product is waited for to which companies refer. */
class MissingProductsTest {

    private static final Duration MOMENT = Duration.ofSeconds(1);

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private @Nullable Instant whole;
    private final MissingProducts missing = new MissingProducts(() -> whole, () -> now);

    @Test
    void it_is_missed_while_the_table_is_behind_however_long_that_takes() {
        assertThat(missing.isLost("A", 5)).isFalse();
        now = now.plus(Duration.ofDays(1));
        assertThat(missing.isLost("A", 5)).isFalse();
        whole = now.minus(Duration.ofDays(1));
        assertThat(missing.isLost("A", 5)).isFalse();
    }

    @Test
    void it_is_lost_once_the_table_is_whole_a_while_after_it_was_missed_first() {
        Instant begun = now;
        assertThat(missing.isLost("A", 5)).isFalse();
        whole = begun.plus(MissingProducts.PATIENCE);
        assertThat(missing.isLost("A", 5)).isFalse();
        whole = whole.plus(MOMENT);
        assertThat(missing.isLost("A", 5)).isTrue();
    }

    @Test
    void each_record_of_a_product_is_missed_by_itself() {
        Instant begun = now;
        assertThat(missing.isLost("A", 5)).isFalse();
        now = begun.plus(MissingProducts.PATIENCE).plus(MOMENT);
        whole = now;
        assertThat(missing.isLost("A", 6)).isFalse();
        assertThat(missing.isLost("B", 5)).isFalse();
        assertThat(missing.isLost("A", 5)).isTrue();
    }

    @Test
    void one_that_arrived_is_missed_anew() {
        Instant begun = now;
        assertThat(missing.isLost("A", 5)).isFalse();
        missing.arrived("A", 5);
        now = begun.plus(MissingProducts.PATIENCE).plus(MOMENT);
        whole = now;
        assertThat(missing.isLost("A", 5)).isFalse();
    }

    @Test
    void only_so_many_are_remembered() {
        for (int i = 0; i < 3 * MissingProducts.MOST; i++) {
            assertThat(missing.isLost("p" + i, 1)).isFalse();
        }
        whole = now.plus(MissingProducts.PATIENCE).plus(MOMENT);
        now = whole;
        assertThat(missing.isLost("p0", 1)).as("it waits anew").isFalse();
    }
}
