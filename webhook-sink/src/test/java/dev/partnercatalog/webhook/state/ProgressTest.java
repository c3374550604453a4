package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final MemoryStore store = new MemoryStore();
    private final CatalogInTest kept = CatalogInTest.open();
    private final SinkCatalog catalog = kept.catalog();

    @AfterEach
    void stop() {
        kept.giveBack();
    }

    private Progress listings() {
        return new Progress(new SinkState(store, catalog), catalog.listings());
    }

    private Progress entries() {
        return new Progress(new SinkState(store, catalog), catalog.entries());
    }

    @Test
    void what_the_store_holds_already_is_known_after_a_crash() {
        Progress progress = listings();
        apply(progress, 40);
        progress.committed();
        apply(progress, 41);
        apply(progress, 43);

        Progress again = listings();

        again.committed(); // with nothing read in it, such as after an attempt
        assertThat(again.readsAgain(41)).isTrue();
        again.committed();
        assertThat(again.readsAgain(43)).isTrue();
        assertThat(again.readsAgain(44)).isFalse();
        assertThat(catalog.listings().isNew()).isFalse();
    }

    @Test
    void a_source_that_is_read_from_the_beginning_again_counts_as_new() {
        Progress progress = listings();
        apply(progress, 40);
        progress.committed();
        apply(progress, 41);

        Progress again = listings();

        assertThat(again.readsAgain(0)).isFalse();
        assertThat(catalog.listings().isNew()).isTrue();
        again.applied(0);
        again.write();
        assertThat(again.readsAgain(41)).isFalse();
        assertThat(listings().readsAgain(1)).isFalse();
    }

    @Test
    void how_far_one_topic_was_read_says_nothing_of_another() {
        apply(listings(), 40);
        assertThat(entries().readsAgain(40)).isFalse();
    }

    @Test
    void how_far_a_topic_was_read_says_nothing_of_another_with_its_name() {
        apply(listings(), 40);
        byte[] row = new SinkState(store, catalog).progress(CatalogTopic.SKU_BARCODES);
        assertThat(row).isNotNull().satisfies(stored -> {
            assertThat(Progress.isOf(stored, catalog.listings().topicId())).isTrue();
            assertThat(Progress.isOf(stored, Uuid.randomUuid())).isFalse();
        });
        assertThat(new SinkState(store, catalog).age().isOfAnotherTopic()).isFalse();
    }

    @Test
    void nothing_is_applied_at_first() {
        assertThat(listings().readsAgain(0)).isFalse();
    }

    @Test
    void a_catalog_that_lacks_what_the_store_reflects_and_one_that_is_ahead_of_it_catch_up() {
        Progress progress = listings();
        apply(progress, 0);
        apply(progress, 1);

        Progress again = listings();
        assertThat(again.isCaughtUp()).isFalse();
        list(0);
        assertThat(again.isCaughtUp()).isFalse();
        list(1);
        assertThat(again.isCaughtUp()).isTrue();
        list(2);
        list(3);

        Progress behind = listings();
        assertThat(behind.isCaughtUp()).isFalse();
        apply(behind, 2);
        assertThat(behind.isCaughtUp()).isFalse();
        behind.passed(3); // of which nothing follows
        assertThat(behind.isCaughtUp()).isTrue();
    }

    private void list(long offset) {
        var unused = catalog.listings().put(new ListingKey(1, 1, "s" + offset), "b", offset);
    }

    private static void apply(Progress progress, long offset) {
        assertThat(progress.readsAgain(offset)).isFalse();
        progress.applied(offset);
        progress.write();
    }
}
