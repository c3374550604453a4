package dev.partnercatalog.runtime.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class EventTimeTest {

    private static final long NOW = 1_767_225_600_000L;
    private static final long DAY = Duration.ofDays(1).toMillis();

    @Test
    void is_passed_on_in_a_header_if_it_is_known() {
        EventTime time = new EventTime(NOW);
        assertThat(EventTime.of(time.headers())).isEqualTo(time);
        assertThat(EventTime.of(time.bytes())).isEqualTo(time);
        assertThat(EventTime.UNKNOWN.headers()).isEmpty();
        assertThat(EventTime.of(EventTime.UNKNOWN.bytes())).isEqualTo(EventTime.UNKNOWN);
    }

    @Test
    void a_malformed_header_counts_as_absent() {
        assertThat(EventTime.of(new RecordHeaders().add(EventTime.HEADER, new byte[3])))
                .isEqualTo(EventTime.UNKNOWN);
        assertThat(EventTime.of(new RecordHeaders().add(EventTime.HEADER, null)))
                .isEqualTo(EventTime.UNKNOWN);
    }

    @Test
    void an_old_timestamp_says_nothing_about_when_the_event_was_published() {
        assertThat(EventTime.ofEvent(0, NOW)).isEqualTo(EventTime.UNKNOWN);
        assertThat(EventTime.ofEvent(NOW - DAY, NOW)).isEqualTo(EventTime.UNKNOWN);
        assertThat(EventTime.ofEvent(NOW - DAY + 1, NOW)).isEqualTo(new EventTime(NOW - DAY + 1));
        assertThat(EventTime.ofEvent(NOW + 60_000, NOW))
                .as("a clock ahead of ours")
                .isEqualTo(new EventTime(NOW));
    }

    @Test
    void of_two_changes_reported_together_the_earlier_counts() {
        EventTime earlier = new EventTime(3L);
        EventTime later = new EventTime(5L);
        assertThat(earlier.earlier(later)).isEqualTo(earlier);
        assertThat(later.earlier(earlier)).isEqualTo(earlier);
        assertThat(later.earlier(EventTime.UNKNOWN)).isEqualTo(later);
        assertThat(EventTime.UNKNOWN.earlier(later)).isEqualTo(later);
    }
}
