package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.ScopedEntries.MissingProducts;
import dev.partnercatalog.resolution.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often a page is read that many requests ask for, and how long a product is waited for that it refers to. */
class ChangePagesTest {

    private static final CatalogPosition POSITION = new CatalogPosition(5, 5);
    private static final ChangePages.Moment NOW = new ChangePages.Moment(POSITION, 3);
    private static final ChangePages.Wanted WANTED =
            new ChangePages.Wanted(Scope.of(7, 70), new CatalogPosition(1, 1), 10);
    private static final Changed PAGE = new Changed(List.of(), List.of("b"), POSITION, false, false);

    private final AtomicLong nanos = new AtomicLong();
    private final ChangePages pages = new ChangePages(nanos::get);
    private int read;

    @Test
    void a_page_is_read_once_until_something_arrives() {
        ask(PAGE, NOW);
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        ask(PAGE, new ChangePages.Moment(POSITION, 4));
        assertThat(read).isEqualTo(1);
        ask(PAGE, new ChangePages.Moment(new CatalogPosition(6, 5), 4));
        assertThat(read).isEqualTo(2);
    }

    @Test
    void a_page_that_waits_for_a_product_is_read_once_until_one_arrives_or_may_be_lost() {
        for (int waiter = 0; waiter < 1_000; waiter++) {
            ask(PAGE.waiting(), NOW);
        }
        assertThat(read).isEqualTo(1);
        ask(PAGE.waiting(), new ChangePages.Moment(POSITION, 4));
        assertThat(read).isEqualTo(2);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        ask(PAGE.waiting(), new ChangePages.Moment(POSITION, 4));
        assertThat(read).isEqualTo(3);
    }

    private void ask(Changed page, ChangePages.Moment now) {
        assertThat(pages.page(WANTED, now, () -> {
                    read++;
                    return page;
                }))
                .isNotNull();
    }

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
