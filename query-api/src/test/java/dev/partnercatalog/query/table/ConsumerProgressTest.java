package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConsumerProgressTest {

    private static final TopicPartition FIRST = new TopicPartition("t", 0);
    private static final TopicPartition SECOND = new TopicPartition("t", 1);
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    private final TableProgress tables = new TableProgress();
    private long now;
    private final ConsumerProgress consumer = new ConsumerProgress(tables, () -> now);

    @BeforeEach
    void add() {
        tables.add(consumer);
        consumer.assigned(Set.of(FIRST));
    }

    @Test
    void nothing_is_caught_up_before_its_end_is_known() {
        assertThat(tables.isCaughtUp()).isFalse();
        consumer.at(FIRST, 0, OptionalLong.empty());
        assertThat(tables.isCaughtUp()).isFalse();
    }

    @Test
    void an_empty_topic_is_caught_up_at_once() {
        consumer.at(FIRST, 0, OptionalLong.of(0));
        assertThat(tables.isCaughtUp()).isTrue();
    }

    @Test
    void a_topic_is_caught_up_when_what_was_polled_is_applied_too() {
        consumer.at(FIRST, 0, OptionalLong.of(3));
        consumer.polled(FIRST, 2);
        consumer.at(FIRST, 3, OptionalLong.of(0));
        assertThat(tables.isCaughtUp()).isFalse();
        tables.applied(FIRST, 1);
        consumer.at(FIRST, 3, OptionalLong.of(0));
        assertThat(tables.isCaughtUp()).isFalse();
        tables.applied(FIRST, 2);
        consumer.at(FIRST, 3, OptionalLong.of(0));
        assertThat(tables.isCaughtUp()).isTrue();
    }

    @Test
    void what_comes_after_the_start_does_not_hold_the_start_up() {
        consumer.at(FIRST, 0, OptionalLong.of(3));
        consumer.polled(FIRST, 2);
        tables.applied(FIRST, 2);
        consumer.at(FIRST, 3, OptionalLong.of(1_000));
        assertThat(tables.isCaughtUp()).isTrue();
    }

    @Test
    void markers_at_the_end_of_a_topic_are_passed_without_any_record() {
        consumer.at(FIRST, 7, OptionalLong.of(2));
        assertThat(tables.isCaughtUp()).isFalse();
        consumer.at(FIRST, 9, OptionalLong.of(0));
        assertThat(tables.isCaughtUp()).isTrue();
    }

    @Test
    void every_partition_counts_and_only_those_that_are_here() {
        consumer.assigned(Set.of(FIRST, SECOND));
        consumer.at(FIRST, 1, OptionalLong.of(0));
        assertThat(tables.isCaughtUp()).isFalse();
        consumer.assigned(List.of(FIRST));
        assertThat(tables.isCaughtUp()).isTrue();
        consumer.at(SECOND, 0, OptionalLong.of(5));
        assertThat(tables.isCaughtUp()).isTrue();
    }

    @Test
    void every_consumer_counts_until_it_is_closed() {
        ConsumerProgress other = new ConsumerProgress(tables, () -> now);
        tables.add(other);
        other.assigned(Set.of(SECOND));
        consumer.at(FIRST, 1, OptionalLong.of(0));
        assertThat(tables.isCaughtUp()).isFalse();
        tables.remove(other);
        assertThat(tables.isCaughtUp()).isTrue();
    }

    @Test
    void a_consumer_without_partitions_misses_nothing() {
        consumer.assigned(Set.of());
        assertThat(tables.isCaughtUp()).isTrue();
        pass(100);
        assertThat(tables.isBehind(TOLERANCE)).isFalse();
    }

    @Test
    void D22_a_table_is_behind_once_it_lacks_a_record_for_too_long() {
        consumer.at(FIRST, 5, OptionalLong.of(0));
        consumer.at(FIRST, 5, OptionalLong.of(3));
        pass(9);
        consumer.at(FIRST, 6, OptionalLong.of(5));
        assertThat(tables.isBehind(TOLERANCE)).isFalse();
        pass(2);
        assertThat(tables.isBehind(TOLERANCE)).isTrue();
        consumer.at(FIRST, 8, OptionalLong.of(3));
        assertThat(tables.isBehind(TOLERANCE)).isFalse();
    }

    @Test
    void D22_a_table_that_keeps_up_with_steady_traffic_is_never_behind() {
        for (int second = 0; second < 100; second++) {
            pass(1);
            consumer.at(FIRST, second * 10L, OptionalLong.of(10));
            assertThat(tables.isBehind(TOLERANCE)).isFalse();
        }
    }

    @Test
    void D22_a_table_whose_consumer_polls_no_more_is_behind() {
        consumer.at(FIRST, 5, OptionalLong.of(0));
        pass(11);
        assertThat(tables.isBehind(TOLERANCE)).isTrue();
    }

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }
}
