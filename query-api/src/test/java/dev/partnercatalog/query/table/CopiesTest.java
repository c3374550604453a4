package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** When a copy may be read: once it has been whole, however late it then is. */
class CopiesTest {

    private static final TopicPartition HERE = new TopicPartition("t", 0);

    private final AtomicLong now = new AtomicLong();
    private final Copies copies = new Copies(now::get);

    @Test
    void a_copy_that_is_being_loaded_is_never_read_however_near_the_end_it_is() {
        copies.standby(HERE, 0, 50);
        assertThat(copies.lag(HERE)).isEmpty();
        after(60);
        copies.standby(HERE, 0, 50);
        assertThat(copies.lag(HERE)).isEmpty();
        after(1);
        copies.standby(HERE, 40, 50);
        assertThat(copies.lag(HERE)).isEmpty();
    }

    @Test
    void a_copy_of_an_empty_topic_is_whole() {
        copies.standby(HERE, 0, 0);
        assertThat(copies.lag(HERE)).hasValue(0);
    }

    @Test
    void a_copy_that_got_past_where_the_topic_ended_when_it_came_is_whole_and_then_late_by_what_is_missing() {
        copies.standby(HERE, 10, 5_000);
        after(1);
        copies.standby(HERE, 4_999, 6_000);
        assertThat(copies.lag(HERE)).isEmpty();
        after(1);
        copies.standby(HERE, 5_001, 9_000);
        assertThat(copies.lag(HERE)).hasValue(3_999);
    }

    @Test
    void a_copy_of_a_quiet_topic_is_whole_when_nothing_but_markers_can_be_missing() {
        copies.standby(HERE, 4_998, 5_000);
        after(2);
        copies.standby(HERE, 4_998, 5_000);
        assertThat(copies.lag(HERE)).isEmpty();
        after(1);
        copies.standby(HERE, 4_998, 5_000);
        assertThat(copies.lag(HERE)).hasValue(2);
    }

    @Test
    void a_copy_that_stands_still_far_from_the_end_is_not_whole() {
        copies.standby(HERE, 1_000, 5_000);
        after(600);
        copies.standby(HERE, 1_000, 5_000);
        assertThat(copies.lag(HERE)).isEmpty();
    }

    @Test
    void what_its_own_consumer_filled_stays_whole_when_it_becomes_a_standby() {
        copies.whole(HERE);
        copies.standby(HERE, 4_990, 5_000);
        assertThat(copies.lag(HERE)).hasValue(10);
    }

    @Test
    void a_partition_that_leaves_and_comes_back_at_once_as_when_it_changes_its_role_stays_whole() {
        copies.whole(HERE);
        copies.retain(partition -> false);
        after(9);
        copies.retain(partition -> false);
        assertThat(copies.lag(HERE)).isPresent();
    }

    @Test
    void a_partition_that_left_is_not_known_any_more() {
        copies.whole(HERE);
        copies.retain(partition -> false);
        after(11);
        copies.retain(partition -> false);
        assertThat(copies.lag(HERE)).isEmpty();
    }

    private void after(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }
}
