package dev.partnercatalog.streams.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PollLimitTest {

    private static final int RECORDS = 40;
    private static final TopicPartition ONE = new TopicPartition("topic", 0);
    private static final TopicPartition OTHER = new TopicPartition("topic", 1);

    private final AtomicLong now = new AtomicLong(1);
    private final Map<TopicPartition, Integer> limits = new HashMap<>();
    private PollLimit rounds = new PollLimit(limits, now::get);
    private final MockConsumer<String, String> consumer = new MockConsumer<>("earliest");

    @BeforeEach
    void assign() {
        consumer.assign(List.of(ONE, OTHER));
        consumer.updateBeginningOffsets(Map.of(ONE, 0L, OTHER, 0L));
    }

    @Test
    void a_thread_starts_with_few_records() {
        assertThat(round(Duration.ZERO)).hasSize(PollLimit.FEW);
    }

    @Test
    void after_a_light_round_it_takes_all_that_it_has_polled() {
        List<String> first = round(Duration.ofMillis(10));

        assertThat(round(Duration.ZERO)).hasSize(2 * RECORDS - first.size());
    }

    @Test
    void after_a_heavy_round_it_takes_few_again() {
        round(Duration.ofMillis(600));

        assertThat(round(Duration.ZERO)).hasSize(PollLimit.FEW);
    }

    @Test
    void after_each_round_that_was_too_much_it_takes_half_of_the_records_down_to_one() {
        consumer.assign(List.of(ONE));
        assertThat(sizes(6, Duration.ofSeconds(11))).containsExactly(16, 8, 4, 2, 1, 1);
    }

    @Test
    void after_light_rounds_it_takes_more_again_and_after_heavy_ones_as_many() {
        consumer.assign(List.of(ONE));
        sizes(4, Duration.ofSeconds(11));
        assertThat(sizes(3, Duration.ofSeconds(9))).containsExactly(1, 1, 1);
        assertThat(sizes(3, Duration.ofMillis(10))).containsExactly(1, 2, 4);
    }

    @Test
    void a_thread_that_replaces_one_that_died_takes_half_of_the_records_that_it_died_with() {
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            consumer.seekToBeginning(List.of(ONE, OTHER));
            sizes.add(round(Duration.ZERO).size());
            rounds = new PollLimit(limits, now::get);
        }
        assertThat(sizes).containsExactly(16, 8, 4, 2, 1, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void a_partition_with_a_low_limit_takes_turns_with_the_others_and_slows_nobody_for_long(int limited) {
        limits.put(new TopicPartition("topic", limited), 1);

        List<Integer> sizes = sizes(10, Duration.ofMillis(10));
        assertThat(sizes).contains(1);
        assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(2 * RECORDS);
        consumer.seekToBeginning(List.of(ONE, OTHER));
        assertThat(round(Duration.ZERO)).hasSize(2 * RECORDS);
    }

    @Test
    void every_record_is_taken_once_and_in_order_however_many_rounds_it_takes() {
        Map<Integer, List<Long>> offsets = new HashMap<>();
        for (int round = 0; round < 20; round++) {
            poll(round % 4 < 2 ? Duration.ofSeconds(11) : Duration.ZERO)
                    .forEach(record -> offsets.computeIfAbsent(record.partition(), any -> new ArrayList<>())
                            .add(record.offset()));
        }

        List<Long> all = LongStream.range(0, RECORDS).boxed().toList();
        assertThat(offsets).isEqualTo(Map.of(0, all, 1, all));
    }

    @Test
    void the_positions_to_commit_end_with_what_was_taken() {
        ConsumerRecords<String, String> taken = poll(Duration.ZERO);

        taken.nextOffsets().forEach((partition, next) -> {
            List<ConsumerRecord<String, String>> records = taken.records(partition);
            assertThat(next.offset()).isEqualTo(records.get(records.size() - 1).offset() + 1);
        });
        assertThat(taken.nextOffsets()).hasSameSizeAs(taken.partitions());
    }

    private List<Integer> sizes(int rounds, Duration processing) {
        return IntStream.range(0, rounds)
                .mapToObj(round -> round(processing).size())
                .toList();
    }

    private List<String> round(Duration processing) {
        return Stream.of(poll(processing))
                .flatMap(taken -> taken.partitions().stream().flatMap(partition -> taken.records(partition).stream()))
                .map(ConsumerRecord::value)
                .toList();
    }

    /** Takes the next records, and processes them for this long. */
    private ConsumerRecords<String, String> poll(Duration processing) {
        // It forgets records once it has returned them.
        for (TopicPartition partition : consumer.assignment()) {
            LongStream.range(consumer.position(partition), RECORDS)
                    .forEach(offset -> consumer.addRecord(new ConsumerRecord<>(
                            partition.topic(), partition.partition(), offset, "key", partition + "-" + offset)));
        }
        rounds.end();
        ConsumerRecords<String, String> taken = rounds.begin(consumer, consumer.poll(Duration.ZERO));
        now.addAndGet(processing.toNanos());
        return taken;
    }
}
