package dev.partnercatalog.benchmarks;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rows of docs/performance.md. With a counterpart, a row's figure is the ratio to it, otherwise what the service does
 * itself. A row without a goal is compared with the same row of another commit.
 */
enum Row {
    BATCH_GET("requests/s", "a bare handler with as many prepared bytes", "≥ 0.65"),
    BATCH_GET_FLAGS("requests/s, all flags, two units", "the bare handler", "≥ 0.55"),
    BATCH_GET_SKUS("requests/s, by SKU", "the bare handler", "≥ 0.48"),
    BATCH_GET_BUSY("ms at p99, 1,000 changes/s", "the same while nothing changes", "≤ 2"),
    BATCH_GET_DB("requests/s", "a handler that applies layers from PostgreSQL", "≥ 10"),
    RESOLVE("events/s", "an application that only re-keys them", "≥ 0.42"),
    RESOLVE_CPU("s of processor for a million events", "", "≤ 66"),
    RECORDS_EVENT("records for an event", "", "≤ 4.5"),
    MOVED_LISTING("records for an SKU that moves to another variant", "", "≤ 11"),
    END_TO_END_100_P50("ms until the webhook, 100 changes/s", "as many Kafka hops", "≤ 0.5"),
    END_TO_END_100_P99("ms until the webhook, 100 changes/s", "as many Kafka hops", "≤ 1"),
    END_TO_END_1000_P50("ms until the webhook, 1,000 changes/s", "as many Kafka hops", "≤ 1.8"),
    END_TO_END_1000_P99("ms until the webhook, 1,000 changes/s", "as many Kafka hops", "≤ 1.8"),
    CPU_CHANGE("µs of processor for a change, 500/s", "as many Kafka hops", ""),
    KNEE("changes/s at which p99 passes 1 s", "2 processors divided by cpu-change", ""),
    RELOAD("ms at p99 until the webhook, during a reload", "", "≤ 2000"),
    DELIVER_CPU("s of processor for a million variants", "", "≤ 20"),
    RESYNC("s until each of 50,000 changed records is delivered", "", "≤ 0.5"),
    HELD_BYTES("bytes on disk for a variant that a partner has", "", "≤ 80"),
    NEW_QUERY_API("s until ready with an empty disk", "", "≤ 30"),
    LISTING_BYTES("bytes on disk for a listing", "", "≤ 165"),
    RESTART_STREAMS_APP("s until ready again", "", "≤ 3.5"),
    RESTART_QUERY_API("s until ready again", "", "≤ 2.7"),
    RESTART_WEBHOOK_SINK("s until ready again", "", "≤ 3.5"),
    START("s until a standalone is ready", "", "≤ 7");

    private final String what;
    private final String counterpart;
    private final String goal;

    Row(String what, String counterpart, String goal) {
        this.what = what;
        this.counterpart = counterpart;
        this.goal = goal;
    }

    /** The row with this name, or the rows whose names continue after a dash. */
    static List<Row> named(String name) {
        List<Row> rows =
                Stream.of(values()).filter(row -> row.toString().equals(name)).toList();
        return rows.isEmpty()
                ? Stream.of(values())
                        .filter(row -> row.toString().startsWith(name + "-"))
                        .toList()
                : rows;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The medians of the rounds that count.
     *
     * @param against the counterpart's; NaN without one
     * @param figure median of the rounds' ratios or, without a counterpart, the same as {@code ours}
     * @param spread difference between the rounds' greatest figure and the least, divided by the median
     */
    record Result(Row row, double ours, double against, double figure, double spread) {

        /** @param against as many as {@code ours}; of a row without a counterpart, not examined */
        static Result of(Row row, List<Double> ours, List<Double> against) {
            boolean compared = !row.counterpart.isEmpty();
            List<Double> figures = IntStream.range(0, ours.size())
                    .mapToObj(round -> compared ? ours.get(round) / against.get(round) : ours.get(round))
                    .toList();
            double figure = median(figures);
            double spread = (Collections.max(figures) - Collections.min(figures)) / figure;
            return new Result(row, median(ours), compared ? median(against) : Double.NaN, figure, spread);
        }

        private static double median(List<Double> values) {
            return values.stream().sorted().toList().get(values.size() / 2);
        }

        boolean reachesGoal() {
            if (row.goal.isEmpty()) {
                return true;
            }
            double bound = Double.parseDouble(row.goal.substring(2));
            return row.goal.startsWith("≥") ? figure >= bound : figure <= bound;
        }

        /** One line of the table. */
        String line() {
            boolean compared = !row.counterpart.isEmpty();
            return String.format(
                    Locale.ROOT,
                    "%-22s %11.2f %11s %7s %-6s %-6s %3.0f%% %s%s",
                    row,
                    ours,
                    compared ? String.format(Locale.ROOT, "%.2f", against) : "",
                    compared ? String.format(Locale.ROOT, "%.3f", figure) : "",
                    row.goal,
                    reachesGoal() ? "" : "missed",
                    100 * spread,
                    row.what,
                    compared ? "; " + row.counterpart : "");
        }
    }
}
