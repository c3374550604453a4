package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final MemoryStore store = new MemoryStore();

    @Test
    void what_the_store_holds_already_is_known_after_a_crash() {
        Progress progress = new Progress(new SinkState(store), CatalogTopic.SKU_BARCODES);
        apply(progress, 40);
        progress.committed();
        apply(progress, 41);
        apply(progress, 43);

        Progress again = new Progress(new SinkState(store), CatalogTopic.SKU_BARCODES);

        again.committed(); // with nothing read in it, such as after an attempt
        assertThat(again.lastApplied()).isEqualTo(43);
        assertThat(again.readsAgain(41)).isTrue();
        again.committed();
        assertThat(again.readsAgain(43)).isTrue();
        assertThat(again.readsAgain(44)).isFalse();
    }

    @Test
    void a_source_that_is_read_from_the_beginning_again_counts_as_new() {
        Progress progress = new Progress(new SinkState(store), CatalogTopic.SKU_BARCODES);
        apply(progress, 40);
        progress.committed();
        apply(progress, 41);

        Progress again = new Progress(new SinkState(store), CatalogTopic.SKU_BARCODES);

        assertThat(again.readsAgain(0)).isFalse();
        again.applied(0);
        assertThat(again.readsAgain(41)).isFalse();
        assertThat(new Progress(new SinkState(store), CatalogTopic.SKU_BARCODES).readsAgain(1))
                .isFalse();
    }

    @Test
    void how_far_one_topic_was_read_says_nothing_of_another() {
        apply(new Progress(new SinkState(store), CatalogTopic.SKU_BARCODES), 40);
        assertThat(new Progress(new SinkState(store), CatalogTopic.COMPANY_VARIANTS).readsAgain(40))
                .isFalse();
    }

    @Test
    void nothing_is_applied_at_first() {
        assertThat(new Progress(new SinkState(store), CatalogTopic.SKU_BARCODES).readsAgain(0))
                .isFalse();
    }

    private static void apply(Progress progress, long offset) {
        assertThat(progress.readsAgain(offset)).isFalse();
        progress.applied(offset);
    }
}
