package dev.partnercatalog.runtime.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class PublicationTimeTest {

    private static final long NOW = 1_767_225_600_000L;
    private static final long DAY = Duration.ofDays(1).toMillis();

    @Test
    void is_passed_on_in_a_header_if_it_is_known() {
        PublicationTime time = new PublicationTime(NOW);
        assertThat(PublicationTime.of(time.headers())).isEqualTo(time);
        assertThat(PublicationTime.of(time.bytes())).isEqualTo(time);
        assertThat(PublicationTime.UNKNOWN.headers()).isEmpty();
        assertThat(PublicationTime.of(PublicationTime.UNKNOWN.bytes())).isEqualTo(PublicationTime.UNKNOWN);
    }

    @Test
    void a_malformed_header_counts_as_absent() {
        assertThat(PublicationTime.of(new RecordHeaders().add(PublicationTime.HEADER, new byte[3])))
                .isEqualTo(PublicationTime.UNKNOWN);
        assertThat(PublicationTime.of(new RecordHeaders().add(PublicationTime.HEADER, null)))
                .isEqualTo(PublicationTime.UNKNOWN);
    }

    @Test
    void an_old_timestamp_says_nothing_about_when_the_event_was_published() {
        assertThat(PublicationTime.ofEvent(0, NOW)).isEqualTo(PublicationTime.UNKNOWN);
        assertThat(PublicationTime.ofEvent(NOW - DAY, NOW)).isEqualTo(PublicationTime.UNKNOWN);
        assertThat(PublicationTime.ofEvent(NOW - DAY + 1, NOW)).isEqualTo(new PublicationTime(NOW - DAY + 1));
        assertThat(PublicationTime.ofEvent(NOW + 60_000, NOW))
                .as("a clock that is ahead")
                .isEqualTo(new PublicationTime(NOW));
    }

    @Test
    void of_two_changes_reported_together_the_earlier_counts() {
        PublicationTime earlier = new PublicationTime(3L);
        PublicationTime later = new PublicationTime(5L);
        assertThat(earlier.earlier(later)).isEqualTo(earlier);
        assertThat(later.earlier(earlier)).isEqualTo(earlier);
        assertThat(later.earlier(PublicationTime.UNKNOWN)).isEqualTo(later);
        assertThat(PublicationTime.UNKNOWN.earlier(later)).isEqualTo(later);
    }
}
