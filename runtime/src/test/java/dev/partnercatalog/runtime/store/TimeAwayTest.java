package dev.partnercatalog.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D38: which stores are made anew at a start, because deletions may be missing in them. */
class TimeAwayTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Uuid TOPIC = Uuid.randomUuid();
    private static final Set<TopicPartition> STORE = Set.of(new TopicPartition("s", 1));

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
    void all_stores_that_were_closed_long_ago_are_deleted() throws Exception {
        run(NOW.minus(WEEK), "0_1", "0_2");
        Path global = Files.createDirectories(folder.resolve("global").resolve("s"));
        start(NOW, WEEK);
        assertThat(folder.resolve("0_1")).doesNotExist();
        assertThat(folder.resolve("0_2")).doesNotExist();
        assertThat(global).doesNotExist();
    }

    @Test
    void stores_that_were_closed_recently_stay_and_count_as_of_then() throws Exception {
        run(NOW.minus(Duration.ofDays(5)), "0_1");
        start(NOW.minus(Duration.ofDays(2)), WEEK);
        assertThat(folder.resolve("0_1")).isDirectory();
        start(NOW.plus(Duration.ofDays(2)), WEEK);
        assertThat(folder.resolve("0_1")).as("killed twice").doesNotExist();
    }

    @Test
    void stores_of_a_topic_that_was_deleted_and_made_anew_are_deleted() throws Exception {
        run(NOW, "0_1");
        StateFolder state = new StateFolder(folder);
        state.prepare(Set.of("s"), new StoreSources(Map.of("t", TOPIC, "other", Uuid.ONE_UUID), WEEK), NOW);
        assertThat(folder.resolve("0_1")).as("one more topic").isDirectory();
        state.prepare(Set.of("s"), new StoreSources(Map.of("t", Uuid.randomUuid()), WEEK), NOW);
        assertThat(folder.resolve("0_1")).doesNotExist();
    }

    @Test
    void stores_beside_which_no_time_is_noted_are_deleted() throws Exception {
        Path unknown = store("0_1");
        start(NOW, WEEK);
        assertThat(unknown).doesNotExist();
    }

    @Test
    void a_garbled_note_and_one_of_the_future_count_as_none() throws Exception {
        for (String note :
                new String[] {"garbage", "caught-up=\\u12", "caught-up=yesterday", "caught-up=" + NOW.plusSeconds(3600)
                }) {
            Path store = store("0_1");
            Files.writeString(folder.resolve(".caught-up"), note);
            start(NOW, WEEK);
            assertThat(store).as(note).doesNotExist();
        }
        Path store = store("0_1");
        Files.write(folder.resolve(".caught-up"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        start(NOW, WEEK);
        assertThat(store).doesNotExist();
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
        LastCaughtUp killed = start(NOW.minus(WEEK), WEEK);
        Path store = store("0_1");
        killed.observed(STORE, NOW.minusSeconds(1), NOW);

        start(NOW, WEEK);

        assertThat(store).doesNotExist();
    }

    @Test
    void a_store_whose_topic_does_not_exist_is_not_judged() throws Exception {
        Path store = store("0_1");
        new StateFolder(folder).prepare(Set.of("s"), StoreSources.unknown(), NOW);
        assertThat(store).isDirectory();
    }

    @Test
    void the_store_counts_that_was_complete_longest_ago_also_one_that_was_given_away_and_is_still_there()
            throws Exception {
        run(NOW.minus(Duration.ofDays(5)), "0_1", "0_2");
        LastCaughtUp state = start(NOW.minus(Duration.ofDays(1)), WEEK);
        state.observed(STORE, NOW.minus(Duration.ofDays(1)), NOW.minus(Duration.ofDays(1)));
        state.durable();
        assertThat(noted()).isEqualTo(NOW.minus(Duration.ofDays(5)));

        StateFolder.delete(folder.resolve("0_2"));
        state.durable();
        assertThat(noted()).isEqualTo(NOW.minus(Duration.ofDays(1)));
    }

    @Test
    void a_store_that_comes_while_an_instance_runs_counts_from_then_on() throws Exception {
        LastCaughtUp state = start(NOW.minus(Duration.ofDays(3)), WEEK);
        state.observed(STORE, NOW.minusSeconds(2), NOW.minusSeconds(2));
        store("0_1");
        store("0_2");
        state.observed(Set.of(new TopicPartition("s", 1), new TopicPartition("s", 2)), null, NOW);
        state.durable();
        assertThat(noted()).isEqualTo(NOW.minusSeconds(2));
    }

    @Test
    void a_process_that_stood_still_for_less_than_deletions_are_kept_goes_on_but_first_notes_nothing()
            throws Exception {
        LastCaughtUp state = start(NOW, WEEK);
        store("0_1");
        Instant later = NOW.plus(Duration.ofDays(4));
        for (Instant at : new Instant[] {NOW, later, later.plusSeconds(59)}) {
            assertThat(state.observed(STORE, at, at)).isNull();
        }
        state.durable();
        assertThat(noted()).as("others may have its stores").isEqualTo(NOW);
        state.observed(STORE, later.plusSeconds(61), later.plusSeconds(61));
        state.durable();
        assertThat(noted()).isEqualTo(later.plusSeconds(61));
    }

    @Test
    void a_process_that_stood_still_for_longer_ends_and_leaves_its_note_as_it_was() throws Exception {
        LastCaughtUp state = start(NOW, WEEK);
        store("0_1");
        state.observed(STORE, NOW, NOW);
        Instant later = NOW.plus(WEEK);
        assertThat(state.observed(STORE, later, later)).contains("last held everything on " + NOW);
        state.durable();
        assertThat(noted()).isEqualTo(NOW);
    }

    @Test
    void a_process_goes_on_for_as_long_as_its_topics_keep_deletions() throws Exception {
        run(NOW.minus(Duration.ofDays(20)), "0_1");
        LastCaughtUp state = start(NOW, Duration.ofMillis(Long.MAX_VALUE));
        assertThat(state.observed(STORE, NOW, NOW)).isNull();
    }

    /** A run that was closed in order, with stores that were complete then. */
    private void run(Instant at, String... tasks) throws Exception {
        LastCaughtUp state = start(at, WEEK);
        for (String task : tasks) {
            store(task);
        }
        state.durable();
    }

    private LastCaughtUp start(Instant at, Duration kept) {
        return new StateFolder(folder).prepare(Set.of("s"), new StoreSources(Map.of("t", TOPIC), kept), at);
    }

    private Instant noted() throws Exception {
        Properties note = new Properties();
        try (Reader in = Files.newBufferedReader(folder.resolve(".caught-up"))) {
            note.load(in);
        }
        return Instant.parse(note.getProperty("caught-up"));
    }

    private Path store(String task) throws Exception {
        Files.createDirectories(folder.resolve(task).resolve("rocksdb").resolve("s"));
        return folder.resolve(task);
    }
}
