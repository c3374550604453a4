package dev.partnercatalog.operations.eventfile;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** The content of one line of a file, or one row of a table. Blank lines are skipped, but count in the numbering. */
public sealed interface Line {

    /** Counts from 1. */
    long number();

    /** A record to publish under its key. */
    record Put(long number, String key, SpecificRecord value) implements Line {}

    /** A line with {@code $delete}: deletes the record of the key. */
    record Delete(long number, String key) implements Line {}

    /**
     * A line that doesn't fit and must not be published.
     *
     * @param faults at least one; if a line has very many, only the first of them
     */
    record Faulty(long number, List<LineFault> faults) implements Line {

        public Faulty {
            faults = List.copyOf(faults);
        }
    }
}
