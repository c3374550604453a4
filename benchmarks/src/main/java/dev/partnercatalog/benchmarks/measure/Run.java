package dev.partnercatalog.benchmarks.measure;

import dev.partnercatalog.benchmarks.setup.Environment;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of the benchmarks.
 *
 * @param environment environment in which rows are measured
 * @param wanted names of the rows to measure
 * @param results receives each row once it is measured, so that it isn't lost if a later one fails
 */
public record Run(Environment environment, Pace pace, Set<String> wanted, Consumer<Row> results) {

    public boolean wants(String row) {
        return wanted.contains(row);
    }

    public void measured(Row row) {
        results.accept(row);
    }
}
