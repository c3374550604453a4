package dev.partnercatalog.cli.publish;

import dev.partnercatalog.schemas.conversion.EventConversion.PlainEvent;
import dev.partnercatalog.schemas.conversion.FieldFaults;
import dev.partnercatalog.schemas.conversion.FieldFaults.FieldFault;
import java.io.IOException;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The content of one line of a file, or one row of a table. Blank lines are skipped, but count in the numbering. */
public sealed interface Line {

    /** Counts from 1. */
    long number();

    /** An event to publish; without a value, it deletes the key's record. */
    record Event(long number, String key, @Nullable SpecificRecord value) implements Line {}

    /** A line that doesn't fit and must not be published, and the first of its faults. */
    record Faulty(long number, List<FieldFault> faults) implements Line {

        public Faulty {
            faults = List.copyOf(faults);
        }

        /** A line that is at fault as a whole. */
        public static Faulty of(long number, String problem) {
            return new Faulty(number, List.of(new FieldFault("", problem)));
        }
    }

    /** The lines of a file, one after the other. Not thread-safe. */
    @FunctionalInterface
    interface Reader {

        /**
         * Returns the next event; null at the end. What doesn't fit is returned as {@link Faulty}, and reading continues
         * after it. Whether an event is too large for its topic is not checked yet.
         *
         * @throws IOException if the file can't be read any further
         */
        @Nullable
        Line next() throws IOException;
    }

    /** The event, or the faults if there are any. */
    static Line of(long number, @Nullable PlainEvent event, FieldFaults faults) {
        return event == null || !faults.isEmpty()
                ? new Faulty(number, faults.list())
                : new Event(number, event.key(), event.value());
    }
}
