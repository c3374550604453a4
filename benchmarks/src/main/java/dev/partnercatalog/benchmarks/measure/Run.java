package dev.partnercatalog.benchmarks.measure;

import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of the benchmarks.
 *
 * @param folder for whatever rows write; deleted at the end where nothing failed
 * @param wanted the names of the rows to measure
 * @param results takes each row once it is measured, so that it isn't lost where a later one fails
 */
public record Run(Path folder, Pace pace, Set<String> wanted, Consumer<Row> results) {

    public boolean wants(String row) {
        return wanted.contains(row);
    }

    public void measured(Row row) {
        results.accept(row);
    }
}
