package dev.partnercatalog.operations.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.operations.OperatorFault;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompactedTopicTest {

    private final LogConsumer consumer = new LogConsumer();
    private final CompactedTopic topic = new CompactedTopic(consumer, "t");

    @Test
    void the_newest_value_of_each_key_counts_and_a_deleted_key_does_not() {
        write(0, "a", "1");
        write(0, "b", "2");
        write(1, "c", "3");
        write(0, "a", "4");
        write(0, "b", null);
        assertThat(read(Set.of(0, 1))).isEqualTo(Map.of("a", "4", "c", "3"));
    }

    @Test
    void only_wanted_keys_of_the_given_partitions_are_kept() {
        write(0, "a", "1");
        write(0, "b", "2");
        write(1, "a", "3");
        assertThat(topic.read(Set.of(0), "a"::equals))
                .extracting(StoredRecord::key)
                .containsExactly("a");
        assertThat(read(Set.of(1))).isEqualTo(Map.of("a", "3"));
    }

    @Test
    void a_key_in_several_partitions_has_a_record_of_each_with_its_place() {
        write(0, "b", "1");
        write(1, "a", "2");
        write(0, "a", "3");
        write(1, "b", null);
        assertThat(topic.read(Set.of(0, 1), any -> true))
                .extracting(record -> record.key() + " " + record.partition() + "-" + record.offset())
                .containsExactly("a 0-1", "a 1-0", "b 0-0");
    }

    @Test
    void a_partition_without_records_is_read_at_once() {
        assertThat(read(Set.of(2))).isEmpty();
    }

    @Test
    void a_topic_that_cannot_be_read_is_told_by_name() {
        write(0, "a", "1");
        consumer.setPollException(new KafkaException("gone"));
        assertThatThrownBy(() -> topic.read(Set.of(0), any -> true))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("topic t ", "gone");
    }

    private void write(int partition, String key, @Nullable String value) {
        consumer.write("t", partition, key, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, String> read(Set<Integer> partitions) {
        Map<String, String> read = new TreeMap<>();
        topic.read(partitions, any -> true)
                .forEach(record -> read.put(record.key(), new String(record.value(), StandardCharsets.UTF_8)));
        return read;
    }
}
