package dev.partnercatalog.streams.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PollLimitTest {

    private static final int RECORDS = 40;
    private static final TopicPartition ONE = new TopicPartition("topic", 0);
    private static final TopicPartition OTHER = new TopicPartition("topic", 1);

    private final AtomicLong now = new AtomicLong(1);
    private final PollLimit rounds = new PollLimit(now::get);
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
    void every_record_is_taken_once_and_in_order_however_many_rounds_it_takes() {
        Map<Integer, List<Long>> offsets = new HashMap<>();
        for (int round = 0; round < 5; round++) {
            poll(Duration.ofSeconds(1))
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

    private List<String> round(Duration processing) {
        return Stream.of(poll(processing))
                .flatMap(taken -> taken.partitions().stream().flatMap(partition -> taken.records(partition).stream()))
                .map(ConsumerRecord::value)
                .toList();
    }

    /** Takes the next records, and processes them for this long. */
    private ConsumerRecords<String, String> poll(Duration processing) {
        // It forgets records once it has returned them.
        for (TopicPartition partition : List.of(ONE, OTHER)) {
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
