package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.publish.EventFile.Format;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How files of events are read: {@code --format} and {@code --strict}. Mixed in. */
final class FileOptions {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "ndjson or csv. Default: csv if the file's name ends in .csv, otherwise ndjson.")
    private @Nullable Format format;

    @Option(
            names = "--strict",
            description = "Treat warnings as faults: a line with a warning is not published, and the exit status is 1.")
    private boolean strict;

    /** What to do with a file's events. */
    @FunctionalInterface
    interface Use {
        void of(Line.Reader lines) throws IOException;
    }

    EventFile file(String name) {
        return new EventFile(name, format);
    }

    /** A report that prints a line for each problem: the place, the line's number and the problem. */
    static PublishReport printing(PrintWriter err, String place) {
        return new PublishReport((problem, line) -> err.println(place + line + ": " + problem));
    }

    /** Opens the file and closes it again; throws {@link OperatorFault} if it can't be read. */
    void read(
            EventFile file,
            CatalogTopic topic,
            Supplier<Map<String, LineWarnings.EditedPartner>> edits,
            PublishReport report,
            Use use) {
        try (InputStream in = file.open()) {
            use.of(new LineWarnings(file.read(topic, in), strict, edits, report));
        } catch (IOException e) {
            throw new OperatorFault(file.name() + " can't be read: " + FaultWords.of(e), e);
        }
    }
}
