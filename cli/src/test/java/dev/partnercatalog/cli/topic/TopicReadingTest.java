package dev.partnercatalog.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopicReadingTest {

    private final LogConsumer consumer = new LogConsumer();

    @Test
    void every_record_of_the_given_partitions_is_handed_on_and_none_of_others() {
        write(0, "a", "1");
        write(0, "b", null);
        write(1, "c", "3");
        write(0, "a", "4");
        assertThat(read(Set.of(0))).containsExactly("a=1", "b=null", "a=4");
        assertThat(read(Set.of(0, 1))).containsExactlyInAnyOrder("a=1", "b=null", "a=4", "c=3");
    }

    @Test
    void a_receiver_that_wants_the_latest_records_gets_no_others() {
        for (int i = 0; i < 5; i++) {
            write(0, "k", Integer.toString(i));
        }
        List<String> received = new ArrayList<>();
        TopicReceiver latest = new TopicReceiver() {
            @Override
            public void accept(ConsumerRecord<String, byte[]> record) {
                received.add(text(record));
            }

            @Override
            public long latest() {
                return 2;
            }
        };
        TopicReading.toEnds(consumer, "t", Set.of(0), latest);
        assertThat(received).containsExactly("k=3", "k=4");
    }

    @Test
    void a_partition_without_records_is_read_at_once() {
        assertThat(read(Set.of(2))).isEmpty();
    }

    @Test
    void a_topic_that_cannot_be_read_is_told_by_name() {
        write(0, "a", "1");
        consumer.setPollException(new KafkaException("gone"));
        assertThatThrownBy(() -> read(Set.of(0)))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("topic t ", "gone");
    }

    private void write(int partition, String key, @Nullable String value) {
        consumer.write("t", partition, key, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> read(Set<Integer> partitions) {
        List<String> read = new ArrayList<>();
        TopicReading.toEnds(consumer, "t", partitions, record -> read.add(text(record)));
        return read;
    }

    private static String text(ConsumerRecord<String, byte[]> record) {
        return record.key() + "="
                + (record.value() == null ? "null" : new String(record.value(), StandardCharsets.UTF_8));
    }
}
