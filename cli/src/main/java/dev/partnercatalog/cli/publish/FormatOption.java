package dev.partnercatalog.cli.publish;

import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.FileFormat;
import dev.partnercatalog.operations.eventfile.Line;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How files of events are read: {@code --format} and {@code --strict}. */
final class FormatOption {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "ndjson or csv. Default: csv if the file's name ends in .csv or .csv.gz, otherwise ndjson.")
    private @Nullable FileFormat format;

    @Option(
            names = "--strict",
            description = "Treat warnings as faults: a line with a warning is not published, and the exit status is 1.")
    private boolean strict;

    /** The lines with their warnings as the options want them. */
    EventLines judged(EventLines lines) {
        return strict ? lines.judged(Line::strictly) : lines;
    }

    EventFile file(String name) {
        return new EventFile(name, format);
    }
}
