package dev.partnercatalog.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class CanaryWatchTest {

    private Instant now = Instant.parse("2026-01-31T08:00:00Z");
    private final InstantSource clock = () -> now;
    private Set<TopicPartition> own = Set.of(at(0), at(1));
    private final CanaryWatch watch = watch(Duration.ofSeconds(10));

    @Test
    void the_partition_whose_last_event_is_oldest_counts() {
        arrive(0);
        arrive(1);
        advance(30);
        arrive(1);
        assertThat(watch.age()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void none_for_three_intervals_and_a_minute_is_late_until_one_arrives() {
        assertThat(watch.isLate()).isFalse();
        advance(90);
        assertThat(watch.isLate()).isFalse();
        advance(1);
        assertThat(watch.isLate()).isTrue();
        arrive(0);
        assertThat(watch.isLate()).isTrue();
        arrive(1);
        assertThat(watch.isLate()).isFalse();
    }

    @Test
    void the_time_of_a_newly_assigned_partition_starts_over_and_one_that_left_does_not_count() {
        assertThat(watch.age()).isZero();
        advance(200);
        own = Set.of(at(2));
        assertThat(watch.age()).isZero();
        advance(5);
        assertThat(watch.age()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void nothing_is_late_if_none_are_published() {
        CanaryWatch off = watch(Duration.ZERO);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        off.bindTo(meters);
        advance(100_000);
        assertThat(off.isLate()).isFalse();
        assertThat(meters.get("catalog.canary.age.seconds").gauge().value()).isZero();
    }

    private CanaryWatch watch(Duration interval) {
        CanaryWatch made = new CanaryWatch(interval, clock);
        made.watch(() -> own);
        return made;
    }

    private static TopicPartition at(int partition) {
        return new TopicPartition("t", partition);
    }

    private void arrive(int partition) {
        watch.arrived(at(partition), new Cause(now.toEpochMilli(), null));
    }

    private void advance(int seconds) {
        watch.age();
        now = now.plusSeconds(seconds);
    }
}
