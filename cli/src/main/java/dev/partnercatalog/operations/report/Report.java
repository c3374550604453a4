package dev.partnercatalog.operations.report;

import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.List;

/**
 * What an operator is answered.
 *
 * @param title what it is about; empty if that goes without saying
 * @param parts what it says, in order
 * @param faults tables of places and of what is wrong there, which commands list on standard error
 * @param unreadable records that would have counted, but can't be read
 */
public record Report(String title, List<Part> parts, List<ReportTable> faults, List<UnreadableRecord> unreadable) {

    public Report {
        parts = List.copyOf(parts);
        faults = List.copyOf(faults);
        unreadable = List.copyOf(unreadable);
    }

    public static Report of(String title, List<Part> parts, List<UnreadableRecord> unreadable) {
        return new Report(title, parts, List.of(), unreadable);
    }
}
