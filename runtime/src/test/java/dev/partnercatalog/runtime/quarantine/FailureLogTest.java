package dev.partnercatalog.runtime.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailureLogTest {

    private static final RecordPosition POSITION = new RecordPosition("catalog.bpd-variants", 3, 881);

    @TempDir
    Path folder;

    private Instant now = Instant.parse("2026-01-31T08:00:00Z");
    private final InstantSource clock = () -> now;

    @Test
    void failures_are_counted_across_restarts() {
        open().add(POSITION, 1, "the first");
        open().add(POSITION, 1, "a\tsecond\none");
        FailureLog third = open();
        assertThat(third.of(POSITION)).isEqualTo(new Failures(2, now.toEpochMilli(), "a\\u0009second\\u000aone"));
        assertThat(third.add(POSITION, 1, "the third").areTooMany()).isTrue();
    }

    @Test
    void a_failure_that_counts_more_is_enough_by_itself() {
        assertThat(open().add(POSITION, Failures.LIMIT, "too large").areTooMany())
                .isTrue();
    }

    @Test
    void a_record_that_has_not_failed_is_unknown() {
        FailureLog log = open();
        assertThat(log.of(POSITION)).isNull();
        log.add(POSITION, 1, "x");
        assertThat(log.of(new RecordPosition(POSITION.topic(), 3, 882))).isNull();
        assertThat(log.size()).isEqualTo(1);
    }

    /** If a topic is deleted and created again, its offsets start over. */
    @Test
    void a_failure_is_forgotten_after_a_day() {
        open().add(POSITION, 2, "x");
        now = now.plus(Duration.ofHours(25));
        assertThat(open().of(POSITION)).isNull();
    }

    @Test
    void a_thousand_records_are_known_and_the_oldest_is_forgotten_first() {
        FailureLog log = new FailureLog(clock);
        for (int i = 0; i < 1_001; i++) {
            log.add(new RecordPosition("t", 0, i), 1, "x");
        }
        assertThat(log.size()).isEqualTo(1_000);
        assertThat(log.of(new RecordPosition("t", 0, 0))).isNull();
        assertThat(log.of(new RecordPosition("t", 0, 1_000))).isNotNull();
    }

    @Test
    void an_invalid_line_affects_no_other() throws IOException {
        open().add(POSITION, 1, "x");
        Path file = folder.resolve("failed");
        Files.writeString(file, "what is this\nt\tx\t1\t1\t1\tx\n" + Files.readString(file));
        assertThat(open().of(POSITION)).isNotNull();
    }

    @Test
    void a_folder_that_cannot_be_written_only_prevents_remembering() {
        FailureLog log = new FailureLog(clock);
        log.open(folder.resolve("there-is-no-such-folder").resolve("failed"));
        assertThat(log.add(POSITION, 3, "x").areTooMany()).isTrue();
    }

    private FailureLog open() {
        FailureLog log = new FailureLog(clock);
        log.open(folder.resolve("failed"));
        return log;
    }
}
