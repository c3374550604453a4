package dev.partnercatalog.benchmarks;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of the benchmarks.
 *
 * @param locations at which each variant that a company lists is listed, in the rows of memory and of listings
 * @param results takes each row once it is measured, so that it isn't lost where a later one fails
 */
record Run(BenchmarkEnvironment environment, Pace pace, Set<Row> wanted, int locations, Consumer<Row.Result> results) {

    boolean wants(Row... rows) {
        return !Collections.disjoint(wanted, List.of(rows));
    }

    /** Takes the rounds of a row, if it is wanted. */
    void measured(Row row, List<Double> ours, List<Double> against) {
        if (wants(row)) {
            results.accept(Row.Result.of(row, ours, against));
        }
    }

    /** Takes the rounds of a row for which there is nothing to measure in turn. */
    void measured(Row row, List<Double> ours, double limit) {
        measured(row, ours, Collections.nCopies(ours.size(), limit));
    }

    void measured(Row row, double ours, double limit) {
        measured(row, List.of(ours), limit);
    }
}
