package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** D38: resolvers that were all away for longer than upstream's topics keep deletions say so. */
class InputsCaughtUpTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final Map<String, Duration> KEPT =
            Map.of("catalog.listings", Duration.ofDays(1), "catalog.bpd-variants", Duration.ofDays(7));

    private static final InputTopics.Form TWO = new InputTopics.Form(Uuid.ZERO_UUID, 2);
    private static final Map<String, InputTopics.Form> FORMS =
            Map.of("catalog.listings", TWO, "catalog.bpd-variants", TWO);

    private final Map<TopicPartition, Instant> times = new HashMap<>();
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    @Test
    void the_topics_are_named_whose_deletions_are_gone() {
        assertThat(noted(readAgo(Duration.ofDays(3))).missed()).containsOnlyKeys("catalog.listings");
        assertThat(noted(readAgo(Duration.ofDays(8))).missed())
                .containsOnlyKeys("catalog.listings", "catalog.bpd-variants");
        assertThat(noted(readAgo(Duration.ofHours(3))).missed()).isEmpty();
    }

    @Test
    void the_partition_that_was_read_least_counts() {
        Map<String, Instant> before = readAgo(Duration.ZERO);
        before.put("catalog.listings-1", NOW.minus(Duration.ofDays(2)));
        assertThat(noted(before).missed()).containsOnlyKeys("catalog.listings");
    }

    @Test
    void a_partition_that_its_topic_does_not_have_any_more_counts_no_longer() {
        Map<String, Instant> before = readAgo(Duration.ZERO);
        before.put("catalog.listings-2", NOW.minus(Duration.ofDays(300)));
        before.put("catalog.listings-10", NOW.minus(Duration.ofDays(300)));
        before.put("elsewhere-2", NOW.minus(Duration.ofDays(300)));
        assertThat(noted(before).missed()).isEmpty();
    }

    @Test
    void resolvers_that_never_ran_have_missed_nothing() {
        assertThat(noted(Map.of()).missed()).isEmpty();
    }

    @Test
    void an_absence_is_noted_before_the_partitions_count_as_read_and_stays_known() {
        Map<String, Instant> before = readAgo(Duration.ofDays(3));
        before.put("catalog.listings-1", NOW.minus(Duration.ofDays(3)));
        try (InputsCaughtUp read = read(before)) {
            read.start(Map.of());
            assertThat(producer.history().get(0).key()).asString().isEqualTo("absence");
            before.putAll(written());
        }
        assertThat(before).containsEntry("catalog.listings-0", NOW).containsEntry("catalog.listings-1", NOW);
        InputsCaughtUp.Noted later = InputsCaughtUp.Noted.of(before, FORMS, KEPT, NOW.plusSeconds(60));
        assertThat(later.missed()).isEmpty();
        assertThat(later.absence()).isEqualTo(NOW);
    }

    @Test
    void an_absence_that_cannot_be_noted_keeps_the_resolver_from_starting() {
        producer.sendException = new TimeoutException("no broker");
        InputsCaughtUp read = read(readAgo(Duration.ofDays(3)));
        assertThatThrownBy(() -> read.start(Map.of())).hasMessageContaining("no broker");
        read.close();
    }

    @Test
    void a_time_is_noted_once_so_that_the_later_time_of_another_instance_stays() {
        times.put(new TopicPartition("catalog.listings", 0), NOW);
        InputsCaughtUp read = read(Map.of());
        read.note();
        times.put(new TopicPartition("catalog.listings", 1), NOW);
        read.close();
        assertThat(producer.history()).hasSize(2);
        assertThat(written()).containsOnly(Map.entry("catalog.listings-0", NOW), Map.entry("catalog.listings-1", NOW));
    }

    private InputsCaughtUp read(Map<String, Instant> before) {
        return new InputsCaughtUp("catalog.", producer, () -> times, noted(before));
    }

    private static InputsCaughtUp.Noted noted(Map<String, Instant> before) {
        return InputsCaughtUp.Noted.of(before, FORMS, KEPT, NOW);
    }

    private Map<String, Instant> written() {
        Map<String, Instant> written = new HashMap<>();
        List<ProducerRecord<byte[], byte[]>> sent = producer.history();
        sent.forEach(record -> written.put(text(record.key()), Instant.parse(text(record.value()))));
        return written;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Map<String, Instant> readAgo(Duration ago) {
        Map<String, Instant> before = new HashMap<>();
        KEPT.keySet().forEach(topic -> before.put(topic + "-0", NOW.minus(ago)));
        return before;
    }
}
