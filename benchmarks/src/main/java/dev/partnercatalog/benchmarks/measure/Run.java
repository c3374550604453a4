package dev.partnercatalog.benchmarks.measure;

import java.nio.file.Path;
import java.util.Set;

/**
 * One run of the benchmarks.
 *
 * @param folder for whatever rows write; deleted at the end where nothing failed
 * @param wanted the names of the rows to measure
 */
public record Run(Path folder, Pace pace, Set<String> wanted) {

    public boolean wants(String row) {
        return wanted.contains(row);
    }
}
