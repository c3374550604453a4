package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.resolution.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How often the rows of a page are read that many requests ask for. */
class ChangePagesTest {

    private static final CatalogPosition POSITION = new CatalogPosition(5, 5);
    private static final ChangePages.Moment NOW = new ChangePages.Moment(POSITION, 3);
    private static final ChangePages.Wanted WANTED =
            new ChangePages.Wanted(Scope.of(7, 70), new CatalogPosition(1, 1), 10);
    private static final Changed PAGE = new Changed(Set.of(), List.of(), List.of("b"), POSITION, false, false);

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
}
