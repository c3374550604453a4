package dev.partnercatalog.benchmarks;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rows of docs/performance.md. A row measures {@code what} of the service and of its counterpart in turn, or of the
 * service alone beside a limit.
 */
enum Row {
    BATCH_GET("requests/s", "a bare handler with as many prepared bytes", true, 0.75),
    BATCH_GET_FLAGS("requests/s, all flags, two units", "the bare handler", true, 0.6),
    BATCH_GET_SKUS("requests/s, by SKU", "the bare handler", true, 0.55),
    BATCH_GET_COLD("requests/s, a tenth of the memory", "the bare handler", true, 0.25),
    BATCH_GET_BUSY("ms at p99, 1,000 changes/s", "the same while nothing changes", false, 1.5),
    BATCH_GET_DB("requests/s", "a handler that applies layers from PostgreSQL", true, 5),
    SNAPSHOT("variants/s", "a bare handler that streams as many bytes", true, 0.5),
    CHANGES("ms until 1,000 clients have a change", "as many requests at once to a bare handler", false, 5),
    RESOLVE("events/s", "an application that only re-keys them", true, 0.4),
    RESOLVE_CPU("s of processor for a million layers", "limit", false, 1),
    RECORDS_EVENT("records for an event", "limit", false, 1),
    FAN_OUT("ms until entries at 10,000 locations are committed", "a plain producer of as many records", false, 0.1),
    END_TO_END_1000_P50("ms until the webhook, 1,000 changes/s", "as many Kafka hops", false, 0.7),
    END_TO_END_1000_P99("ms until the webhook, 1,000 changes/s", "as many Kafka hops", false, 1),
    END_TO_END_100_P50("ms until the webhook, 100 changes/s", "as many Kafka hops", false, 0.7),
    END_TO_END_100_P99("ms until the webhook, 100 changes/s", "as many Kafka hops", false, 1),
    KNEE("changes/s at which p99 passes 1 s", "limit", true, 1),
    RELOAD("ms at p99 until the webhook, during a reload", "limit", false, 1),
    DELIVER("variants/s", "a loop that signs and posts the same bodies", true, 0.3),
    DELIVER_CPU("s of processor for a million variants", "limit", false, 1),
    RESYNC("s until each of 50,000 changed records is delivered", "that loop", false, 5),
    ISOLATE("ms at p99 while 20 other endpoints hang", "the same without them", false, 1.1),
    SINK_OTHERS("µs of processor for a change that nobody is due", "limit", false, 1),
    HELD_BYTES("bytes on disk for a variant that a partner has", "limit", false, 1),
    RESYNC_1M("s until a million variants are delivered", "the receiver's own bound", false, 2),
    PARTNERS_1000_QUERY_API("ms until a partner's change holds", "limit", false, 1),
    PARTNERS_1000_WEBHOOK_SINK("ms until the partner has what changes", "limit", false, 1),
    PARTNERS_1000_PAUSE("ms that another partner waits", "the same without the change, and 50 ms", false, 1),
    MEMORY_STREAMS_APP("MiB resident", "limit", false, 1),
    MEMORY_QUERY_API("MiB resident beyond its tier", "limit", false, 1),
    MEMORY_WEBHOOK_SINK("MiB resident", "limit", false, 1),
    RESTART_STREAMS_APP("s until ready again", "limit", false, 1),
    RESTART_QUERY_API("s until ready again", "limit", false, 1),
    RESTART_WEBHOOK_SINK("s until ready again", "limit", false, 1),
    LISTING_BYTES("bytes on disk for a listing", "limit", false, 1),
    NEW_QUERY_API("s until ready with an empty disk", "limit", false, 1),
    START("s until a standalone is ready", "limit", false, 1);

    private final String what;
    private final String counterpart;
    private final boolean moreIsBetter;
    private final double goal;

    Row(String what, String counterpart, boolean moreIsBetter, double goal) {
        this.what = what;
        this.counterpart = counterpart;
        this.moreIsBetter = moreIsBetter;
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
     * The medians of the rounds, and of their ratios.
     *
     * @param spread the difference between the greatest ratio and the least, divided by the median
     */
    record Result(Row row, double ours, double against, double ratio, double spread) {

        /** Summarizes rounds; {@code ours} and {@code against} have the same number. */
        static Result of(Row row, List<Double> ours, List<Double> against) {
            List<Double> ratios = IntStream.range(0, ours.size())
                    .mapToObj(round -> ours.get(round) / against.get(round))
                    .toList();
            double ratio = median(ratios);
            double spread = (Collections.max(ratios) - Collections.min(ratios)) / ratio;
            return new Result(row, median(ours), median(against), ratio, spread);
        }

        private static double median(List<Double> values) {
            double[] sorted =
                    values.stream().mapToDouble(value -> value).sorted().toArray();
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }

        boolean reachesGoal() {
            return row.moreIsBetter ? ratio >= row.goal : ratio <= row.goal;
        }

        /** One line of the table. */
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%-26s %12.2f %12.2f %8.3f %s%5.2f %-6s %3.0f%%  %s; %s",
                    row,
                    ours,
                    against,
                    ratio,
                    row.moreIsBetter ? "≥" : "≤",
                    row.goal,
                    reachesGoal() ? "" : "missed",
                    100 * spread,
                    row.what,
                    row.counterpart);
        }
    }
}
