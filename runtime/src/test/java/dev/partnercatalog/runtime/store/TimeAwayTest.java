package dev.partnercatalog.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D38: which stores are made anew at a start, because deletions may be missing in them. */
class TimeAwayTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final Duration WEEK = Duration.ofDays(7);

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        // hours away, hours for which deletions are kept, too long
        "0,    168, false",
        "96,   168, false",
        "147,  168, false",
        "148,  168, true",
        "1000, 168, true",
        "20,   24,  false",
        "22,   24,  true",
        "0,    0,   false",
        "1,    0,   true",
        "-1,   168, true",
    })
    void a_store_is_outdated_after_seven_eighths_of_the_time_for_which_deletions_are_kept(
            long away, long kept, boolean tooLong) {
        assertThat(new TimeAway(NOW.minus(Duration.ofHours(away)), NOW, Duration.ofHours(kept)).isTooLong())
                .isEqualTo(tooLong);
    }

    @Test
    void an_unknown_time_is_too_long_and_a_clock_that_differs_by_seconds_is_not() {
        assertThat(new TimeAway(null, NOW, WEEK).isTooLong()).isTrue();
        assertThat(new TimeAway(NOW.plusSeconds(30), NOW, WEEK).isTooLong()).isFalse();
        assertThat(new TimeAway(NOW.plusSeconds(61), NOW, WEEK).isTooLong()).isTrue();
        assertThat(new TimeAway(NOW, NOW, Duration.ofMillis(Long.MAX_VALUE)).isTooLong())
                .as("deletions are kept for good")
                .isFalse();
    }

    @Test
    void the_log_says_since_when_and_for_how_long_deletions_are_kept() {
        assertThat(new TimeAway(NOW.minus(Duration.ofHours(200)), NOW, WEEK))
                .hasToString("last held everything on 2026-11-17T02:00:00Z, 200 hours ago;"
                        + " deletions are kept for 168 hours");
        assertThat(new TimeAway(null, NOW, Duration.ofMinutes(5)))
                .hasToString("was last complete at an unknown time; deletions are kept for 5 minutes");
    }

    @Test
    void stores_that_were_closed_long_ago_are_deleted_and_newer_ones_stay() throws Exception {
        run(NOW.minus(WEEK), "0_1");
        Path old = store("0_1");
        StateFolder later = start(NOW.minus(Duration.ofDays(3)), WEEK.multipliedBy(2));
        Path recent = store("0_2");
        later.whole().at("s", 2, 7, 7, NOW.minus(Duration.ofDays(2)));
        later.closed();

        start(NOW, WEEK);

        assertThat(old).doesNotExist();
        assertThat(recent).isDirectory();
    }

    @Test
    void stores_beside_which_no_time_is_noted_are_deleted() throws Exception {
        Path unknown = store("0_1");
        start(NOW, WEEK);
        assertThat(unknown).doesNotExist();
    }

    @Test
    void a_garbled_note_and_one_of_the_future_count_as_none() throws Exception {
        for (String note : new String[] {
            "garbage", "* 99999999999999999999", "* " + NOW.plusSeconds(3600).toEpochMilli()
        }) {
            Path store = store("0_1");
            Files.writeString(folder.resolve(".whole"), note);
            start(NOW, WEEK);
            assertThat(store).as(note).doesNotExist();
        }
    }

    @Test
    void a_folder_that_was_copied_back_is_judged_by_its_note_whatever_its_files_say() throws Exception {
        run(NOW.minus(WEEK), "0_1");
        Files.setLastModifiedTime(folder.resolve("0_1"), FileTime.from(NOW));
        start(NOW, WEEK);
        assertThat(folder.resolve("0_1")).doesNotExist();
    }

    @Test
    void a_killed_process_counts_as_away_since_its_start_because_its_last_writes_may_not_be_on_disk() throws Exception {
        StateFolder killed = start(NOW.minus(WEEK), WEEK);
        Path store = store("0_1");
        killed.whole().at("s", 1, 7, 7, NOW.minusSeconds(1));

        start(NOW, WEEK);

        assertThat(store).doesNotExist();
    }

    @Test
    void a_store_whose_topic_does_not_exist_is_not_judged() throws Exception {
        Path store = store("0_1");
        new StateFolder(folder).prepare(Set.of("s"), Map.of(), NOW);
        assertThat(store).isDirectory();
    }

    @Test
    void a_copy_that_follows_an_end_that_always_moves_was_complete_when_it_reached_an_earlier_end() {
        WholeTimes times = WholeTimes.none();
        times.at("s", 1, 5, 9, NOW);
        assertThat(times.of("s", 1)).isNull();
        times.at("s", 1, 8, 12, NOW.plusSeconds(1));
        assertThat(times.of("s", 1)).isNull();
        times.at("s", 1, 9, 15, NOW.plusSeconds(2));
        assertThat(times.of("s", 1)).isEqualTo(NOW);
        times.at("s", 1, 14, 17, NOW.plusSeconds(3));
        assertThat(times.of("s", 1)).isEqualTo(NOW);
        times.at("s", 1, 17, 17, NOW.plusSeconds(4));
        assertThat(times.of("s", 1)).isEqualTo(NOW.plusSeconds(4));
    }

    /** A run that was closed in order, with a store that was complete then. */
    private void run(Instant at, String task) throws Exception {
        StateFolder state = start(at, WEEK);
        store(task);
        state.whole().at("s", 1, 7, 7, at);
        state.closed();
    }

    private StateFolder start(Instant at, Duration kept) {
        StateFolder state = new StateFolder(folder);
        state.prepare(Set.of("s"), Map.of("s", kept), at);
        return state;
    }

    private Path store(String task) throws Exception {
        Files.createDirectories(folder.resolve(task).resolve("rocksdb").resolve("s"));
        return folder.resolve(task);
    }
}
