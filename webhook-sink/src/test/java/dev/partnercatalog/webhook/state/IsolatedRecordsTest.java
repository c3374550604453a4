package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IsolatedRecordsTest {

    private final IsolatedRecords records = new IsolatedRecords();

    @Test
    @DisplayName("D37: the oldest isolated records are named, and the next ones once these are accepted")
    void the_oldest_are_named_and_the_next_ones_once_these_are_accepted() {
        for (int i = 29; i >= 0; i--) {
            mark(i);
        }
        assertThat(named()).containsExactly(IntStream.range(0, 20).boxed().toArray(Integer[]::new));

        for (int i = 0; i < 20; i++) {
            records.unmarked(variant(i));
        }
        assertThat(records.count()).isEqualTo(10);
        assertThat(named()).containsExactly(IntStream.range(20, 30).boxed().toArray(Integer[]::new));
    }

    @Test
    void of_very_many_the_oldest_are_kept_by_name() {
        for (int i = IsolatedRecords.MOST_KEPT + 100; i >= 0; i--) {
            mark(i);
        }
        assertThat(records.count()).isEqualTo(IsolatedRecords.MOST_KEPT + 101);
        assertThat(named()).startsWith(0, 1, 2);
        for (int i = IsolatedRecords.MOST_KEPT + 100; i >= 20; i--) {
            records.unmarked(variant(i));
        }
        assertThat(records.count()).isEqualTo(20);
        assertThat(named()).hasSize(20);
    }

    @Test
    void one_that_is_being_tried_is_still_named() {
        mark(1);
        records.tried(variant(1), due(1));
        records.unmarked(variant(1));
        assertThat(named()).containsExactly(1);
        records.triedNoLonger(variant(1));
        assertThat(named()).isEmpty();
    }

    private Integer[] named() {
        return records.some().stream()
                .map(one -> Integer.valueOf(one.variant().barcode()))
                .toArray(Integer[]::new);
    }

    private void mark(int i) {
        records.marked(variant(i), due(i));
    }

    private static ScopedVariant variant(int i) {
        return new ScopedVariant(Scope.of(1, 11), Integer.toString(i));
    }

    private static Due due(int since) {
        return new Due(since, 1, 0, null, PublicationTime.UNKNOWN);
    }
}
