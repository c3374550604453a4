package dev.partnercatalog.runtime.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class CauseTest {

    private static final long NOW = 1_767_225_600_000L;
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final TraceParent TRACE = new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");

    @Test
    void what_is_known_about_an_event_is_passed_on_in_headers() {
        for (Cause cause :
                List.of(Cause.UNKNOWN, new Cause(NOW, null), new Cause(null, TRACE), new Cause(NOW, TRACE))) {
            assertThat(Cause.of(cause.headers())).isEqualTo(cause);
        }
        assertThat(Cause.UNKNOWN.headers()).isEmpty();
    }

    @Test
    void an_events_trace_is_in_its_header_and_its_time_is_its_timestamp() {
        Headers headers = new RecordHeaders()
                .add(TraceParent.HEADER, "nonsense".getBytes(UTF_8))
                .add(TraceParent.HEADER, TRACE.text().getBytes(UTF_8))
                .add(Cause.EVENT_TIME, new byte[8])
                .add("their-own", new byte[4_000]);
        Cause cause = Cause.ofEvent(headers, NOW - 7, NOW);
        assertThat(cause).isEqualTo(new Cause(NOW - 7, TRACE));
        assertThat(cause.headers()).hasSize(2);
    }

    @Test
    void a_malformed_header_counts_as_absent() {
        Headers headers = new RecordHeaders()
                .add(TraceParent.HEADER, "nonsense".getBytes(UTF_8))
                .add(Cause.EVENT_TIME, new byte[3]);
        assertThat(Cause.of(headers)).isEqualTo(Cause.UNKNOWN);
        assertThat(Cause.of(new RecordHeaders().add(TraceParent.HEADER, null).add(Cause.EVENT_TIME, null)))
                .isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void an_old_timestamp_says_nothing_about_when_the_event_was_published() {
        Headers none = new RecordHeaders();
        assertThat(Cause.ofEvent(none, 0, NOW).eventTime()).isNull();
        assertThat(Cause.ofEvent(none, NOW - DAY, NOW).eventTime()).isNull();
        assertThat(Cause.ofEvent(none, NOW - DAY + 1, NOW).eventTime()).isNotNull();
        assertThat(Cause.ofEvent(none, NOW + 60_000, NOW).eventTime())
                .as("a clock ahead of ours")
                .isEqualTo(NOW);
    }

    @Test
    void of_two_changes_reported_together_the_earlier_time_and_the_later_trace_count() {
        TraceParent other = new TraceParent(TRACE.text().replace("4bf9", "5bf9"));
        assertThat(new Cause(3L, TRACE).followedBy(new Cause(5L, other))).isEqualTo(new Cause(3L, other));
        assertThat(new Cause(3L, TRACE).followedBy(Cause.UNKNOWN)).isEqualTo(new Cause(3L, TRACE));
        assertThat(Cause.UNKNOWN.followedBy(new Cause(3L, TRACE))).isEqualTo(new Cause(3L, TRACE));
    }

    @Test
    void a_log_line_names_the_trace_if_there_is_one() {
        assertThat(new Cause(null, TRACE).inLog()).isEqualTo(", trace 4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(Cause.UNKNOWN.inLog()).isEmpty();
    }
}
