package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How often the rows of a page are read that many requests ask for. */
class ChangePagesTest {

    private static final CatalogPosition NOW = new CatalogPosition(5, 5);
    private static final ChangePages.Wanted WANTED =
            new ChangePages.Wanted(Scope.of(7, 70), new CatalogPosition(1, 1), 10);
    private static final Changed PAGE = new Changed(Set.of(), List.of(), List.of("b"), NOW, false, false);

    private final AtomicLong nanos = new AtomicLong();
    private final ChangePages pages = new ChangePages(nanos::get);
    private int read;

    @Test
    void a_page_is_read_once_until_something_arrives() {
        ask(PAGE, NOW);
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        ask(PAGE, NOW);
        assertThat(read).isEqualTo(1);
        ask(PAGE, new CatalogPosition(6, 5));
        assertThat(read).isEqualTo(2);
    }

    @Test
    void a_page_that_waits_for_a_product_is_read_once_for_all_who_look_at_the_same_time() {
        for (int waiter = 0; waiter < 1_000; waiter++) {
            ask(PAGE.waiting(), NOW);
        }
        assertThat(read).isEqualTo(1);
        nanos.addAndGet(Duration.ofMillis(100).toNanos());
        ask(PAGE, NOW);
        assertThat(read).isEqualTo(2);
    }

    private void ask(Changed page, CatalogPosition now) {
        assertThat(pages.page(WANTED, now, () -> {
                    read++;
                    return page;
                }))
                .isNotNull();
    }
}
