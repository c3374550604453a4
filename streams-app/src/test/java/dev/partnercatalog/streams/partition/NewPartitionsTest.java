package dev.partnercatalog.streams.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewPartitionsTest {

    private static final String TOPIC = "in";
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final AtomicLong now = new AtomicLong(1);
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
    private Uuid id = Uuid.randomUuid();

    @TempDir
    Path folder;

    @Test
    void a_partition_that_was_empty_when_the_group_began_is_read_from_its_first_record_without_asking_for_it() {
        owner(4);
        Run first = new Run();
        assertThat(first.assigned(0, 1)).containsExactly(partition(0), partition(1));
        first.read(0, 7);

        assertThat(first.assigned(2, 3)).containsExactly(partition(2), partition(3));
        assertThat(new Run().assigned(0, 1, 2, 3)).hasSize(4);
        now.addAndGet(SECOND.toNanos());
        assertThat(first.newPartitions.release()).isEmpty();
        assertThat(first.consumer.asked).isZero();
    }

    @Test
    void an_added_partition_waits_for_what_was_in_the_older_ones_at_its_first_record_also_after_a_restart() {
        owner(2);
        Run first = new Run();
        first.assigned(0, 1);
        first.read(0, 7);
        owner(3);
        ends.put(partition(0), 9L);

        for (Run run : List.of(first, new Run())) {
            assertThat(run.assigned(2)).isEmpty();
            assertThat(run.later(SECOND)).isEmpty();
        }
        ends.put(partition(2), 1L);
        assertThat(first.later(SECOND)).isEmpty();
        ends.put(partition(0), 12L);
        first.read(0, 9);
        assertThat(first.later(SECOND)).containsExactly(partition(2));
        first.read(2, 1);
        assertThat(new Run().assigned(2)).containsExactly(partition(2));
    }

    @Test
    void an_added_partition_that_stays_empty_is_no_longer_asked_for_when_all_producers_know_of_it() {
        owner(2);
        Run run = new Run();
        run.assigned(0, 1);
        run.read(0, 7);
        owner(3);
        run.assigned(2);
        assertThat(run.later(Duration.ofMinutes(9))).isEmpty();

        ends.put(partition(0), 8L);
        assertThat(run.later(Duration.ofMinutes(2))).isEmpty();
        run.read(0, 8);
        assertThat(run.later(SECOND)).containsExactly(partition(2));
        int asked = run.consumer.asked;
        assertThat(run.later(SECOND)).isEmpty();
        assertThat(run.consumer.asked).isEqualTo(asked);
    }

    @Test
    void no_partition_of_a_topic_that_was_made_anew_is_an_added_one() {
        owner(2);
        Run first = new Run();
        first.assigned(0, 1);
        first.read(0, 7);
        id = Uuid.randomUuid();
        owner(4);

        Run run = new Run();
        assertThat(run.assigned(0, 1)).hasSize(2);
        run.read(0, 1);
        assertThat(run.assigned(2, 3)).hasSize(2);
    }

    /** The topic's owner gives it so many partitions, or makes it anew with them. */
    private void owner(int partitions) {
        IntStream.range(0, partitions).forEach(number -> ends.putIfAbsent(partition(number), 0L));
    }

    private static TopicPartition partition(int number) {
        return new TopicPartition(TOPIC, number);
    }

    /** An instance of the group. */
    private final class Run {

        private final InputIdentities inputs = new InputIdentities(
                Set.of(TOPIC), folder, () -> Map.of(TOPIC, id), (asked, patience) -> Map.copyOf(ends), () -> {});
        private final Brokers consumer = new Brokers(inputs);
        private final NewPartitions newPartitions =
                new NewPartitions(inputs, consumer, () -> new Reader(), new HashMap<>(), now::get);

        /** Returns those that may be read at once. */
        List<TopicPartition> assigned(Integer... numbers) {
            List<TopicPartition> partitions =
                    List.of(numbers).stream().map(NewPartitionsTest::partition).toList();
            consumer.assign(partitions);
            newPartitions.assigned(partitions);
            return newPartitions.release().stream()
                    .sorted((one, other) -> one.partition() - other.partition())
                    .toList();
        }

        List<TopicPartition> later(Duration time) {
            now.addAndGet(time.toNanos());
            return newPartitions.release();
        }

        void read(int number, long offset) {
            positions.putAll(inputs.marked(Map.of(partition(number), new OffsetAndMetadata(offset))));
        }
    }

    private final class Brokers extends MockConsumer<byte[], byte[]> {

        private final InputIdentities inputs;
        private int asked;

        Brokers(InputIdentities inputs) {
            super("earliest");
            this.inputs = inputs;
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
            return ends.keySet().stream()
                    .map(each -> new PartitionInfo(topic, each.partition(), null, new Node[0], new Node[0]))
                    .toList();
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
                Set<TopicPartition> partitions, Duration timeout) {
            Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>(positions);
            found.keySet().retainAll(partitions);
            return inputs.current(found);
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(
                Collection<TopicPartition> partitions, Duration timeout) {
            asked++;
            return Map.copyOf(ends);
        }

        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(
                Collection<TopicPartition> partitions, Duration timeout) {
            return Map.of();
        }
    }

    /** Outside of the group: finds a record at each offset. */
    private static final class Reader extends MockConsumer<byte[], byte[]> {

        Reader() {
            super("earliest");
        }

        @Override
        public synchronized void seek(TopicPartition partition, long offset) {
            super.seek(partition, offset);
            addRecord(new ConsumerRecord<>(partition.topic(), partition.partition(), offset, new byte[0], new byte[0]));
        }
    }
}
