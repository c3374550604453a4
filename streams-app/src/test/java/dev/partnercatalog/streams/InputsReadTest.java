package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.runtime.store.WholeTimes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** D38: resolvers that were all away for longer than upstream's topics keep deletions say so. */
class InputsReadTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final Map<String, Duration> KEPT =
            Map.of("catalog.listings", Duration.ofDays(1), "catalog.bpd-variants", Duration.ofDays(7));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void the_topics_are_named_whose_deletions_are_gone() {
        readAt(NOW.minus(Duration.ofDays(3)));
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> false)).containsOnlyKeys("catalog.listings");
        readAt(NOW.minus(Duration.ofDays(8)));
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> false))
                .containsOnlyKeys("catalog.listings", "catalog.bpd-variants");
        readAt(NOW.minus(Duration.ofHours(3)));
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> false)).isEmpty();
    }

    @Test
    void the_partition_that_was_read_least_counts() {
        WholeTimes times = times(NOW);
        times.at("catalog.listings", 1, 5, 5, NOW.minus(Duration.ofDays(2)));
        new InputsRead(folder, times, Collections.emptySortedMap()).close();
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> false)).containsOnlyKeys("catalog.listings");
    }

    @Test
    void an_instance_that_joins_others_or_never_ran_says_nothing() {
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> false)).isEmpty();
        readAt(NOW.minus(Duration.ofDays(8)));
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> true)).isEmpty();
    }

    @Test
    void until_it_is_repaired_the_next_start_notices_it_again() {
        readAt(NOW.minus(Duration.ofDays(3)));
        SortedMap<String, TimeAway> missed = InputsRead.missed(folder, KEPT, NOW, () -> false);
        InputsRead notRepaired = new InputsRead(folder, times(NOW), missed);
        assertThat(notRepaired.missed()).containsOnlyKeys("catalog.listings");
        notRepaired.close();
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> false)).containsOnlyKeys("catalog.listings");

        InputsRead repaired = new InputsRead(folder, times(NOW), missed);
        repaired.repaired();
        assertThat(repaired.missed()).isEmpty();
        repaired.close();
        assertThat(InputsRead.missed(folder, KEPT, NOW, () -> false)).isEmpty();
    }

    private void readAt(Instant at) {
        new InputsRead(folder, times(at), Collections.emptySortedMap()).close();
    }

    private static WholeTimes times(Instant at) {
        WholeTimes times = WholeTimes.none();
        KEPT.keySet().forEach(topic -> times.at(topic, 0, 5, 5, at));
        return times;
    }
}
