package dev.partnercatalog.webhook.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

/** What a former owner writes late doesn't win over its successor's rows. */
class LateRowsTest {

    private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 3);

    private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
    private long now = 1;

    @Test
    void a_restore_skips_what_a_former_owner_wrote_behind_its_successors_rows() {
        LateRows former = owner();
        append(former, "variant", "sent by the former");
        LateRows successor = owner();
        append(successor, "variant", "sent by the successor");
        append(former, "variant", "late");
        append(former, "other", "late");

        LateRows next = new LateRows(this::reader);

        assertThat(values(next, 0)).containsExactly("sent by the former", "sent by the successor");
        assertThat(next.take(3)).containsExactlyInAnyOrder(bytes("variant"), bytes("other"));
        assertThat(next.take(3)).isEmpty();
    }

    @Test
    void a_restore_that_starts_behind_the_successors_rows_skips_them_too() {
        LateRows former = owner();
        LateRows successor = owner();
        append(successor, "variant", "sent by the successor");
        append(former, "variant", "late");

        LateRows next = new LateRows(this::reader);
        next.restoresFrom(CHANGELOG, 1);

        assertThat(values(next, 1)).isEmpty();
        assertThat(next.take(3)).containsExactly(bytes("variant"));
    }

    @Test
    void the_generation_goes_on_where_a_clock_was_set_back() {
        now = 1_000;
        LateRows former = owner();
        append(former, "variant", "sent by the former");
        now = 0;
        LateRows successor = owner();
        append(successor, "variant", "sent by the successor");
        append(former, "variant", "late");

        assertThat(values(new LateRows(this::reader), 0))
                .containsExactly("sent by the former", "sent by the successor");
    }

    @Test
    void an_owner_outranks_a_former_one_whose_clock_was_ahead() {
        now = 1_000;
        LateRows former = owner();
        now = 0;
        LateRows successor = owner();
        append(successor, "variant", "sent by the successor");
        append(former, "variant", "late");
        append(successor, "other", "before it was noticed");
        assertThat(successor.take(3)).containsExactly(bytes("variant"));
        append(successor, "variant", "sent by the successor");
        assertThat(successor.take(3)).containsExactly(bytes("other"));
        append(successor, "other", "before it was noticed");
        append(former, "variant", "later still");

        assertThat(values(new LateRows(this::reader), 0))
                .endsWith("sent by the successor", "before it was noticed")
                .doesNotContain("later still");
    }

    @Test
    void brokers_that_do_not_answer_are_not_asked_again_at_each_tick() {
        AtomicInteger asked = new AtomicInteger();
        LateRows owner = new LateRows(() -> {
            asked.incrementAndGet();
            throw new KafkaException("no answer");
        });
        owner.begin(CHANGELOG.partition(), 1);
        append(owner, "variant", "sent");
        append(owner(), "variant", "of another");
        append(owner, "variant", "sent");

        assertThat(owner.take(3)).isEmpty();
        assertThat(owner.take(3)).isEmpty();
        assertThat(asked).hasValue(1);
    }

    /** Has restored everything, and begins. */
    private LateRows owner() {
        LateRows rows = new LateRows(this::reader);
        values(rows, 0);
        rows.begin(CHANGELOG.partition(), ++now);
        return rows;
    }

    private void append(LateRows owner, String key, String value) {
        ProducerRecord<byte[], byte[]> row = owner.ofGeneration(new ProducerRecord<>(
                CHANGELOG.topic(),
                CHANGELOG.partition(),
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8)));
        log.add(new ConsumerRecord<>(
                row.topic(),
                CHANGELOG.partition(),
                log.size(),
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                row.key(),
                row.value(),
                row.headers(),
                Optional.empty()));
        owner.written(row, new RecordMetadata(CHANGELOG, log.size() - 1L, 0, 0, 0, 0));
    }

    private List<String> values(LateRows rows, int from) {
        ConsumerRecords<byte[], byte[]> all =
                new ConsumerRecords<>(Map.of(CHANGELOG, log.subList(from, log.size())), Map.of());
        List<String> values = new ArrayList<>();
        rows.restored(all).forEach(row -> values.add(new String(row.value(), StandardCharsets.UTF_8)));
        return values;
    }

    private MockConsumer<byte[], byte[]> reader() {
        MockConsumer<byte[], byte[]> reader = new MockConsumer<>("none") {
            @Override
            public synchronized Map<TopicPartition, Long> beginningOffsets(
                    Collection<TopicPartition> partitions, Duration timeout) {
                return Map.of(CHANGELOG, 0L);
            }
        };
        reader.schedulePollTask(() -> log.forEach(reader::addRecord));
        return reader;
    }

    private static Bytes bytes(String key) {
        return Bytes.wrap(key.getBytes(StandardCharsets.UTF_8));
    }
}
