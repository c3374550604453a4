package dev.partnercatalog.operations.eventfile;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** What one line of a file says, or one row of a table. Blank lines are none, but count in the numbering. */
public sealed interface Line {

    /** Counts from 1. */
    long number();

    /** A record to publish under its key. */
    record Put(long number, String key, SpecificRecord value) implements Line {}

    /** One with {@code $delete}: the record of the key is taken back. */
    record Delete(long number, String key) implements Line {}

    /**
     * A line that doesn't fit and must not be published.
     *
     * @param faults at least one; a line with very many names the first of them
     */
    record Faulty(long number, List<Fault> faults) implements Line {

        public Faulty {
            faults = List.copyOf(faults);
        }
    }
}
