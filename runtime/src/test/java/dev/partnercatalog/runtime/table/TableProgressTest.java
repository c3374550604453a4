package dev.partnercatalog.runtime.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.progress.PartitionProgress.OffsetRow;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** How far two partitions of each table have been read, and how old they may be. */
class TableProgressTest {

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 2, (short) 1);
    private static final TopicPartition FIRST = new TopicPartition("catalog.resolved-variants", 0);
    private static final TopicPartition PARTNERS = new TopicPartition("catalog.partner-configs", 1);
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    private long now;
    private final TableProgress progress = new TableProgress(TOPICS, () -> now);
    private final ReadPositions positions = progress.positions();

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private Instant time() {
        return START.plusNanos(now);
    }

    /** Every topic ends at 0, except for this end of the first partition. */
    private void ends(long first) {
        ends(first, first);
    }

    /** @param readable where an open transaction begins */
    private void ends(long readable, long first) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        positions.partitions().forEach(partition -> ends.put(partition, 0L));
        Map<TopicPartition, Long> before = new HashMap<>(ends);
        before.put(FIRST, readable);
        ends.put(FIRST, first);
        positions.ends(new ReadPositions.Ends(before, ends, time(), now));
    }

    private static ConsumerRecords<byte[], byte[]> records(TopicPartition partition, long next, long... offsets) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = offsets.length == 0
                ? Map.of()
                : Map.of(
                        partition,
                        Arrays.stream(offsets)
                                .mapToObj(offset -> new ConsumerRecord<>(
                                        partition.topic(), partition.partition(), offset, new byte[1], new byte[1]))
                                .toList());
        return new ConsumerRecords<>(records, Map.of(partition, new OffsetAndMetadata(next)));
    }

    @Test
    void a_position_is_reached_when_the_last_polled_record_is_applied_and_lies_behind_the_markers() {
        progress.polled(records(FIRST, 9, 5, 7));
        assertThat(progress.isLast(FIRST.topic())).isFalse();
        assertThat(progress.isLast(FIRST.topic())).isTrue();
        assertThat(progress.of(FIRST).position()).isZero();
        progress.of(FIRST).applied(new OffsetRow(8, 8));
        progress.reached(FIRST.topic());
        assertThat(progress.of(FIRST).position()).isEqualTo(9);
        assertThat(progress.of(FIRST).applied()).isEqualTo(8);
    }

    @Test
    void markers_at_the_end_of_a_topic_are_passed_without_any_record() {
        progress.polled(records(FIRST, 4));
        assertThat(progress.of(FIRST).position()).isEqualTo(4);
        assertThat(progress.of(FIRST).applied()).isZero();
    }

    @Test
    void without_reports_of_polls_each_record_is_the_last() {
        assertThat(progress.isLast(FIRST.topic())).isTrue();
        assertThat(progress.isLast(FIRST.topic())).isTrue();
    }

    @Test
    void D18_a_position_of_a_small_table_is_waited_for() throws InterruptedException {
        progress.polled(records(PARTNERS, 8, 5, 6));
        progress.applied(PARTNERS, 5);
        assertThat(progress.await(PARTNERS, 8, System.nanoTime())).isFalse();
        assertThat(progress.await(PARTNERS, 6, System.nanoTime())).isTrue();
        progress.applied(PARTNERS, 6);
        assertThat(progress.await(PARTNERS, 8, System.nanoTime())).isTrue();
    }

    @Test
    void D22_something_has_been_missing_since_it_was_first_noticed() {
        ends(0);
        pass(1);
        ends(3);
        pass(9);
        ends(5);
        assertThat(positions.age()).isEqualTo(Duration.ofSeconds(10));
        progress.of(FIRST).reached(3);
        ends(5);
        assertThat(positions.age()).isEqualTo(Duration.ofSeconds(9));
        progress.of(FIRST).reached(5);
        ends(5);
        assertThat(positions.age()).isZero();
    }

    @Test
    void D22_tables_that_keep_up_with_steady_traffic_are_never_outdated() {
        ends(0);
        for (int second = 1; second < 100; second++) {
            pass(1);
            progress.of(FIRST).reached((second - 1) * 10L);
            ends(second * 10L);
            assertThat(positions.age()).isLessThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void D22_tables_become_outdated_while_nobody_knows_where_their_topics_end() {
        ends(0);
        pass(11);
        assertThat(positions.age()).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void D38_a_table_held_everything_when_the_end_was_asked_for_that_all_its_partitions_have_reached() {
        assertThat(positions.caughtUpAt(FIRST.topic())).isNull();
        ends(0);
        assertThat(positions.caughtUpAt(FIRST.topic())).isEqualTo(START);
        pass(5);
        ends(2);
        assertThat(positions.caughtUpAt(FIRST.topic())).isEqualTo(START);
        pass(5);
        progress.of(FIRST).reached(2);
        ends(4);
        assertThat(positions.caughtUpAt(FIRST.topic())).isEqualTo(START.plusSeconds(5));
    }

    @Test
    void a_partition_with_waiting_records_that_does_not_move_is_stalled() {
        ends(3);
        pass(31);
        assertThat(positions.stalled()).as("the brokers may be away").isEmpty();
        ends(3);
        assertThat(positions.stalled()).containsExactly(FIRST);
        progress.of(FIRST).reached(1);
        ends(3);
        assertThat(positions.stalled()).isEmpty();
        pass(31);
        ends(3);
        assertThat(positions.stalled()).containsExactly(FIRST);
        progress.of(FIRST).reached(3);
        ends(3);
        pass(31);
        ends(3);
        assertThat(positions.stalled()).isEmpty();
    }

    @Test
    void D22_what_an_open_transaction_hides_is_missing_but_nothing_is_stalled() {
        progress.of(FIRST).reached(3);
        ends(3, 5);
        pass(31);
        ends(3, 6);
        assertThat(positions.age()).isEqualTo(Duration.ofSeconds(31));
        assertThat(positions.stalled()).isEmpty();
        assertThat(positions.hidden()).isEqualTo(Map.of(FIRST.topic(), 3L));
        ends(6);
        assertThat(positions.stalled()).as("it has just become readable").isEmpty();
        progress.of(FIRST).reached(6);
        ends(6);
        assertThat(positions.age()).isZero();
        assertThat(positions.hidden()).isEmpty();
    }
}
