package dev.partnercatalog.benchmarks.measure;

import java.util.List;

/** Rows that are measured one after the other on a shared setup. */
public interface RowGroup {

    /** The rows' names, in the order of the report. */
    List<String> names();

    /** Measures those of its rows that the run wants, at least one, and passes each on once it is measured. */
    void measure(Run run) throws Exception;
}
