package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.plain.PlainEvent;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The content of one line of a file, or one row of a table. Blank lines are skipped, but count in the numbering. */
public sealed interface Line {

    /** Counts from 1. */
    long number();

    /** What fits, but is probably not what its author meant; empty for a line with faults. */
    default List<FieldFault> warnings() {
        return List.of();
    }

    /** The line, of which nothing is published if it has a warning: the warnings are faults. */
    default Line strictly() {
        return warnings().isEmpty() ? this : new Faulty(number(), warnings());
    }

    /** An event to publish. */
    sealed interface Event extends Line {

        String key();

        @Override
        List<FieldFault> warnings();

        /** The same event with one more warning. */
        Event with(FieldFault warning);
    }

    /** A record to publish under its key. */
    record Put(long number, String key, SpecificRecord value, List<FieldFault> warnings) implements Event {

        public Put {
            warnings = List.copyOf(warnings);
        }

        @Override
        public Put with(FieldFault warning) {
            return new Put(number, key, value, Line.and(warnings, warning));
        }
    }

    /** A line with {@code $delete}: deletes the record of the key. */
    record Delete(long number, String key, List<FieldFault> warnings) implements Event {

        public Delete {
            warnings = List.copyOf(warnings);
        }

        @Override
        public Delete with(FieldFault warning) {
            return new Delete(number, key, Line.and(warnings, warning));
        }
    }

    /**
     * A line that doesn't fit and must not be published.
     *
     * @param faults at least one; if a line has very many, only the first of them
     */
    record Faulty(long number, List<FieldFault> faults) implements Line {

        public Faulty {
            faults = List.copyOf(faults);
        }

        /** A line that is at fault as a whole. */
        public static Faulty whole(long number, String problem) {
            return new Faulty(number, List.of(new FieldFault("", problem)));
        }
    }

    /** An event as the content of a line; null if there is none. */
    static @Nullable Line of(long number, @Nullable PlainEvent event) {
        if (event == null) {
            return null;
        }
        return event.value() == null
                ? new Delete(number, event.key(), event.warnings())
                : new Put(number, event.key(), event.value(), event.warnings());
    }

    private static List<FieldFault> and(List<FieldFault> warnings, FieldFault warning) {
        return Stream.concat(warnings.stream(), Stream.of(warning)).toList();
    }
}
