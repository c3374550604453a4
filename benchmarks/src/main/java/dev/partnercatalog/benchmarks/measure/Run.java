package dev.partnercatalog.benchmarks.measure;

import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of the benchmarks.
 *
 * @param environment in which rows are measured
 * @param wanted the names of the rows to measure
 * @param locations at which each variant that a company lists is listed, in the rows of memory and of listings
 * @param results takes each row once it is measured, so that it isn't lost where a later one fails
 */
public record Run(
        BenchmarkEnvironment environment, Pace pace, Set<String> wanted, int locations, Consumer<Row> results) {

    public boolean wants(String row) {
        return wanted.contains(row);
    }

    public void measured(Row row) {
        results.accept(row);
    }
}
