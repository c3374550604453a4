package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.WholeTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** D38, for an application that runs: what it notes about its stores, and when it must not go on with them. */
class WholeWatchTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final WholeTimes times = WholeTimes.none();
    private final List<String> ended = new ArrayList<>();
    private final AtomicReference<Optional<Duration>> behind = new AtomicReference<>(Optional.of(Duration.ZERO));
    private final WholeWatch watch = new WholeWatch(times, 0, behind::get, ended::add);

    @Test
    void stores_are_complete_as_of_the_time_before_which_no_change_is_missing() {
        behind.set(Optional.empty());
        look(NOW);
        assertThat(noted()).as("not loaded yet").isNull();
        behind.set(Optional.of(Duration.ofSeconds(40)));
        look(NOW);
        assertThat(noted()).isEqualTo(NOW.minusSeconds(40));
        behind.set(Optional.of(Duration.ZERO));
        look(NOW.plusSeconds(1));
        assertThat(noted()).isEqualTo(NOW.plusSeconds(1));
    }

    @Test
    void a_process_that_stood_still_for_less_than_deletions_are_kept_goes_on_but_first_notes_nothing() {
        look(NOW);
        Instant later = NOW.plus(Duration.ofDays(4));
        look(later);
        assertThat(noted()).as("others may have its stores").isEqualTo(NOW);
        look(later.plusSeconds(59));
        look(later.plusSeconds(61));
        assertThat(noted()).isEqualTo(later.plusSeconds(61));
        assertThat(ended).isEmpty();
    }

    @Test
    void a_process_that_stood_still_for_longer_ends_and_leaves_its_note_as_it_was() {
        look(NOW);
        look(NOW.plus(Duration.ofDays(7)));
        assertThat(ended).singleElement().asString().contains("last held everything on " + NOW);
        assertThat(noted()).isEqualTo(NOW);
    }

    @Test
    void tables_that_could_not_be_read_for_longer_end_the_process_once_they_can() {
        look(NOW);
        for (int days = 1; days < 9; days++) {
            behind.set(Optional.of(Duration.ofDays(days)));
            look(NOW.plus(Duration.ofDays(days)));
        }
        assertThat(ended).as("it goes on answering while the brokers are away").isEmpty();
        behind.set(Optional.of(Duration.ZERO));
        look(NOW.plus(Duration.ofDays(9)));
        assertThat(ended).hasSize(1);
    }

    private void look(Instant at) {
        watch.looked(List.of(new WholeWatch.Place("s", 0, 7, 7)), at);
    }

    private @Nullable Instant noted() {
        return times.of("s", 0);
    }
}
