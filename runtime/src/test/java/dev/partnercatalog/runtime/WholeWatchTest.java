package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.WholeTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** D38, for an application that runs: what it notes about its stores, and when it must not go on with them. */
class WholeWatchTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final WholeTimes times = WholeTimes.none();
    private final List<String> ended = new ArrayList<>();
    private final WholeWatch watch = new WholeWatch(times, 0, ended::add);

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

    private void look(Instant at) {
        watch.looked(List.of(new WholeWatch.Place("s", 0, 7, 7)), at);
    }

    private @Nullable Instant noted() {
        return times.of("s", 0);
    }
}
