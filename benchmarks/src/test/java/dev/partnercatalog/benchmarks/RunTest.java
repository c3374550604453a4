package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunTest {

    private final List<Row.Result> results = new ArrayList<>();

    @Test
    void something_is_steady_once_three_rounds_in_a_row_differ_by_less_than_a_tenth() {
        assertThat(Run.isSteady(List.of())).isFalse();
        assertThat(Run.isSteady(List.of(100.0, 100.0))).isFalse();
        assertThat(Run.isSteady(List.of(100.0, 105.0, 111.0))).isFalse();
        assertThat(Run.isSteady(List.of(50.0, 100.0, 109.0, 101.0))).isTrue();
    }

    @Test
    void a_row_is_repeated_until_it_and_its_counterpart_are_steady_and_the_last_three_rounds_count() throws Exception {
        Iterator<Double> ours = List.of(1.0, 8.0, 8.0, 8.0, 8.4).iterator();
        Iterator<Double> against = List.of(4.0, 20.0, 10.0, 10.0, 10.0).iterator();
        run(Pace.FULL).measure(Row.BATCH_GET, ours::next, against::next);
        assertThat(ours).isExhausted();
        assertThat(results).extracting(Row.Result::figure).containsExactly(0.8);
    }

    @Test
    void rows_are_the_last_figures_of_a_round_and_the_first_says_whether_it_is_steady() throws Exception {
        Iterator<Double> last = List.of(1.0, 5.0, 2.0).iterator();
        run(Pace.FULL).measure(List.of(Row.RESYNC), () -> List.of(7.0, last.next()), List::of);
        assertThat(results).extracting(Row.Result::figure).containsExactly(2.0);
    }

    @Test
    void a_quick_run_measures_once() throws Exception {
        Iterator<Double> ours = List.of(1.0).iterator();
        run(Pace.QUICK).measure(Row.BATCH_GET, ours::next, () -> 2.0);
        assertThat(results).extracting(Row.Result::figure).containsExactly(0.5);
    }

    @Test
    void something_is_warm_once_it_is_steady_and_a_quick_run_does_it_once() throws Exception {
        Iterator<Double> rounds = List.of(1.0, 8.0, 8.0, 8.4).iterator();
        run(Pace.FULL).warmUp(() -> List.of(rounds.next(), 0.0));
        assertThat(rounds).isExhausted();
        Iterator<Double> quick = List.of(1.0).iterator();
        run(Pace.QUICK).warmUp(() -> List.of(quick.next()));
        assertThat(results).isEmpty();
    }

    private Run run(Pace pace) {
        KafkaSettings kafka = new KafkaSettings("127.0.0.1:1", new TopicSettings("", 1, (short) 1), Map.of());
        return new Run(
                pace, EnumSet.allOf(Row.class), results::add, Path.of(""), kafka, URI.create("http://127.0.0.1:1"));
    }
}
