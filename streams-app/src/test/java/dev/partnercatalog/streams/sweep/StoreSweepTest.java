package dev.partnercatalog.streams.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.streams.sweep.Sweeps.Place;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** D38: a store is swept to its end once after each absence, however often its task is killed meanwhile. */
class StoreSweepTest {

    /** More than are looked at in one step. */
    private static final int ROWS = 10_500;

    private final MockProcessorContext<Void, Void> context = new MockProcessorContext<>(new Properties());
    private final KeyValueStore<String, String> store = Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.String())
            .withLoggingDisabled()
            .build();

    /** No input has any row. */
    private static final class NoInputs implements Sweeps.Inputs {

        private int read;
        private final Set<Place> behind = new HashSet<>();

        @Override
        public long size() {
            return 0;
        }

        @Override
        public Predicate<Place> processed() {
            return task -> !behind.contains(task);
        }

        @Override
        public void read(BiConsumer<Place, String> receiver) {
            read++;
        }
    }

    private final class AllRows implements StoreSweep.Rows {

        @Override
        public boolean areOfInput(String row) {
            return row.startsWith("row");
        }

        @Override
        public void remove(String row) {
            store.delete(row);
        }
    }

    private void begin(Sweeps sweeps) {
        context.scheduledPunctuators().clear();
        new StoreSweep<>(sweeps, context, "store", text -> text, new AllRows());
    }

    private void punctuate() {
        context.scheduledPunctuators()
                .forEach(scheduled -> scheduled.getPunctuator().punctuate(0));
    }

    @Test
    void a_task_that_is_killed_in_the_middle_begins_again_and_one_that_is_done_does_not() {
        context.setCurrentSystemTimeMs(0);
        context.addStateStore(store);
        store.init(context.getStateStoreContext(), store);
        for (int row = 0; row < ROWS; row++) {
            store.put("row" + row, "");
        }
        store.put("other", "");
        NoInputs inputs = new NoInputs();

        Sweeps sweeps = new Sweeps("first", 1);
        begin(sweeps);
        punctuate();
        assertThat(store.approximateNumEntries()).as("nothing is known yet").isEqualTo(ROWS + 1);
        sweeps.mark(inputs);
        punctuate();
        assertThat(store.approximateNumEntries()).as("the first step").isBetween(2L, ROWS - 1L);

        begin(sweeps);
        sweeps.mark(inputs);
        for (int looks = 0; looks <= ROWS / 500; looks++) {
            punctuate();
        }
        assertThat(store.get("other")).isEmpty();
        assertThat(store.approximateNumEntries())
                .as("a note of the absence is left")
                .isEqualTo(2);
        assertThat(inputs.read).isEqualTo(2);

        begin(sweeps);
        sweeps.mark(inputs);
        assertThat(inputs.read).isEqualTo(2);
        Sweeps next = new Sweeps("next", 1);
        begin(next);
        next.mark(inputs);
        assertThat(inputs.read).isEqualTo(3);
    }

    @Test
    void a_task_that_moves_away_before_it_has_caught_up_holds_up_no_other() {
        Sweeps sweeps = new Sweeps("first", 1);
        NoInputs inputs = new NoInputs();
        Place gone = new Place("store", 1);
        inputs.behind.add(gone);
        Sweeps.Marks moved = sweeps.await(gone);
        Sweeps.Marks stays = sweeps.await(new Place("store", 2));
        sweeps.mark(inputs);
        assertThat(stays.areComplete()).isFalse();

        sweeps.forget(gone, moved);
        sweeps.mark(inputs);
        assertThat(stays.areComplete()).isTrue();
        assertThat(moved.areComplete()).isFalse();
    }

    @Test
    void no_task_waits_where_there_was_no_absence() {
        context.addStateStore(store);
        Sweeps none = new Sweeps(null, 1);
        begin(none);
        assertThat(context.scheduledPunctuators()).isEmpty();
    }
}
