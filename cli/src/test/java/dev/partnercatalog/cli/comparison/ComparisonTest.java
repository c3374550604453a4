package dev.partnercatalog.cli.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.comparison.Finding.Kind;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which rows of two sides count as findings. */
class ComparisonTest {

    private final Written right = new Written();
    private final Written found = new Written();

    /** A side whose records a test writes. */
    private static final class Written implements Side {

        private record Entry(Row row, int partition, long content) {}

        private final List<Entry> log = new ArrayList<>();
        private int settled;
        private Runnable afterRead = () -> {};

        void write(String key, int partition, long content) {
            log.add(new Entry(row(key), partition, content));
        }

        void write(String key, long content) {
            write(key, 0, content);
        }

        @Override
        public void read(Receiver receiver) {
            for (int offset = 0; offset < log.size(); offset++) {
                Entry entry = log.get(offset);
                if (receiver.wants(entry.row)) {
                    receiver.accept(entry.row, entry.partition, offset, entry.content);
                }
            }
            afterRead.run();
        }

        @Override
        public void settle() {
            settled++;
        }

        @Override
        public long size() {
            return log.size();
        }
    }

    private static Row row(String key) {
        return new Row(CatalogTopic.LISTINGS, key);
    }

    private Map<String, Kind> find() {
        return find(new TableComparison(right, found, true, () -> {}));
    }

    private static Map<String, Kind> find(TableComparison comparison) {
        Map<String, Kind> kinds = new HashMap<>();
        comparison
                .findings(comparison.suspects().rows())
                .forEach(finding -> kinds.put(finding.row().key(), finding.kind()));
        return kinds;
    }

    @Test
    void a_ghost_a_missing_row_and_a_wrong_one_are_found_and_what_agrees_is_not() {
        right.write("same", 7);
        found.write("same", 7);
        right.write("deleted", 7);
        right.write("deleted", Side.NONE);
        found.write("deleted", 7);
        found.write("never", 7);
        right.write("missing", 7);
        right.write("wrong", 7);
        right.write("wrong", 8);
        found.write("wrong", 7);
        right.write("gone in both", 7);
        right.write("gone in both", Side.NONE);

        assertThat(find())
                .isEqualTo(Map.of(
                        "deleted", Kind.GHOST, "never", Kind.GHOST, "missing", Kind.MISSING, "wrong", Kind.WRONG));
    }

    @Test
    void a_row_in_several_partitions_is_judged_only_as_far_as_their_order_is_known() {
        right.write("either", 0, 7);
        right.write("either", 1, 8);
        found.write("either", 7);
        right.write("perhaps deleted", 0, 7);
        right.write("perhaps deleted", 1, Side.NONE);
        right.write("neither", 0, 7);
        right.write("neither", 1, 8);
        found.write("neither", 9);

        assertThat(find()).isEqualTo(Map.of("neither", Kind.WRONG));
    }

    @Test
    void a_record_that_the_resolver_rejects_leaves_open_what_is_right() {
        right.write("rejected", 7);
        right.write("rejected", Side.UNKNOWN);
        found.write("rejected", 6);
        found.write("unreadable", Side.UNKNOWN);
        right.write("unreadable", 7);

        assertThat(find()).isEqualTo(Map.of("unreadable", Kind.WRONG));
    }

    @Test
    void a_row_with_a_new_record_between_the_reads_is_no_finding() {
        found.write("ghost", 7);
        found.write("published", 7);
        TableComparison comparison = new TableComparison(right, found, true, () -> right.write("published", 7));

        assertThat(find(comparison)).isEqualTo(Map.of("ghost", Kind.GHOST));
        assertThat(found.settled).isEqualTo(1);
        assertThat(right.settled).isZero();
    }

    @Test
    void the_side_that_is_read_twice_may_be_the_one_that_is_judged() {
        found.write("wrong", 7);
        found.write("mended", 7);
        right.write("wrong", 8);
        right.write("mended", 8);
        right.afterRead = () -> {
            if (found.settled == 0 && right.settled == 1) {
                found.write("mended", 8);
            }
        };
        TableComparison comparison = new TableComparison(found, right, false, () -> {});

        assertThat(find(comparison)).isEqualTo(Map.of("wrong", Kind.WRONG));
        assertThat(List.of(right.settled, found.settled)).containsExactly(1, 1);
    }

    @Test
    void a_look_at_the_inputs_finds_what_has_been_published_meanwhile() {
        right.write("published", 7);
        right.write("deleted", 7);
        right.write("deleted", Side.NONE);
        right.write("other", 7);
        TableComparison comparison = new TableComparison(right, found, true, () -> {});

        assertThat(comparison.inFirst(Set.of(
                        row("published").hash(),
                        row("deleted").hash(),
                        row("never").hash())))
                .containsExactly(row("published"));
    }
}
