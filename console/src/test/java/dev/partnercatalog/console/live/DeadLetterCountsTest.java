package dev.partnercatalog.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.live.DeadLetterCounts.Count;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetterKind;
import dev.partnercatalog.operations.deadletter.Dismissals;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadLetterCountsTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    /** No broker answers, so only the test adds dead letters. */
    private final DeadLetterCounts counts = DeadLetterCounts.start(
            new Brokers(new KafkaSettings("127.0.0.1:1", new TopicSettings("t.", 1, (short) 1), Map.of())));

    @AfterEach
    void close() {
        counts.close();
    }

    @Test
    void nothing_is_said_before_the_letters_were_read() {
        add(0, "a", "field \"x\" is missing");
        assertThat(counts.count(DeadLetterFilter.ALL)).isNull();
    }

    @Test
    void letters_are_counted_by_topic_and_kind_of_reason_until_they_expire() {
        add(0, "a", "field \"x\" is missing");
        add(1, "a", "field \"y\" is missing");
        add(2, "b", "field \"x\" is missing");
        counts.settle(true);
        DeadLetterKind missing = new DeadLetterKind("a", "field … is missing");
        assertThat(counts.count(DeadLetterFilter.ALL))
                .isEqualTo(new Count(3, true, Map.of(missing, 2L, new DeadLetterKind("b", "field … is missing"), 1L)));
        assertThat(counts.count(new DeadLetterFilter("a", NOON.plusSeconds(1), null, "\"y\" is missing", false)))
                .isEqualTo(new Count(1, true, Map.of(missing, 1L)));
        assertThat(counts.count(new DeadLetterFilter("a", null, null, "\"z\" is missing", false)))
                .isEqualTo(new Count(0, true, Map.of()));
        assertThat(counts.count(new DeadLetterFilter("a", null, null, missing.reason(), false)))
                .isEqualTo(new Count(2, true, Map.of(missing, 2L)));
        counts.expire(Map.of(0, 2L), new Dismissals());
        assertThat(counts.count(DeadLetterFilter.ALL)).extracting("letters").isEqualTo(1L);
    }

    @Test
    void dismissed_letters_no_longer_count() {
        add(0, "a", "r");
        add(1, "a", "r");
        add(2, "b", "r");
        Dismissals dismissed = new Dismissals();
        dismissed.add("0-0 0-2".getBytes(StandardCharsets.UTF_8));
        counts.expire(Map.of(0, 0L), dismissed);
        counts.settle(true);
        assertThat(counts.count(DeadLetterFilter.ALL))
                .isEqualTo(new Count(1, true, Map.of(new DeadLetterKind("a", "r"), 1L)));
    }

    @Test
    void no_more_kinds_are_kept_than_the_bound_and_that_is_said() {
        for (int i = 0; i <= DeadLetterCounts.MOST_KINDS; i++) {
            add(i, "topic" + i, "r");
        }
        counts.settle(true);
        Count count = counts.count(DeadLetterFilter.ALL);
        assertThat(count).extracting("letters").isEqualTo(DeadLetterCounts.MOST_KINDS + 1L);
        assertThat(count).extracting("areAll").isEqualTo(false);
    }

    @Test
    void long_reasons_can_not_fill_the_memory_and_that_letters_were_left_out_is_said() {
        String longest = "x".repeat(1_000_000);
        for (int i = 0; i < 25; i++) {
            add(i, "a", longest);
        }
        counts.settle(true);
        assertThat(counts.count(DeadLetterFilter.ALL))
                .isEqualTo(new Count(20, false, Map.of(new DeadLetterKind("a", longest), 20L)));
        counts.expire(Map.of(0, 24L), new Dismissals());
        add(25, "a", longest);
        assertThat(counts.count(DeadLetterFilter.ALL)).extracting("letters").isEqualTo(2L);
    }

    private void add(long offset, String topic, String reason) {
        LogPosition id = new LogPosition(0, offset);
        counts.add(new DeadLetter(
                id,
                NOON.plusSeconds(offset),
                reason,
                new DeadLetter.Source(topic, id, 0, id),
                null,
                null,
                0,
                new RecordHeaders()));
    }
}
