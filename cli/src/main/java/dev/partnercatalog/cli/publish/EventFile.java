package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command reads files of events; {@code -} is standard input. Mixed in. */
final class EventFile {

    enum Format {
        /** One JSON object per line. */
        NDJSON,
        /** A table with the fields' names in the first line. */
        CSV
    }

    @FunctionalInterface
    interface Use {
        void of(Line.Reader lines) throws IOException;
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "ndjson or csv. Default: csv if the file's name ends in .csv, otherwise ndjson.")
    private @Nullable Format format;

    @Option(
            names = "--strict",
            description = "Treat warnings as faults: a line with one is not published, and the exit status is 1.")
    private boolean strict;

    /** Opens the file and closes it again; throws {@link OperatorFault} if it can't be read. */
    void read(
            String name,
            CatalogTopic topic,
            Supplier<Map<String, LineWarnings.EditedPartner>> edits,
            PublishReport report,
            Use use) {
        // The stream that Files opens seeks, which a pipe can't.
        try (InputStream in = name.equals("-") ? System.in : new FileInputStream(name)) {
            use.of(new LineWarnings(lines(name, format, topic, in), strict, edits, report));
        } catch (IOException e) {
            throw new OperatorFault(name + " can't be read: " + FaultWords.of(e), e);
        }
    }

    /** Reads a file's events from its content, which the caller closes; without a format, the name says which it is. */
    static Line.Reader lines(String name, @Nullable Format format, CatalogTopic topic, InputStream in) {
        boolean isTable = format == null ? name.toLowerCase(Locale.ROOT).endsWith(".csv") : format == Format.CSV;
        return isTable ? new CsvReader(topic, in) : new NdjsonReader(topic, in);
    }

    /** The input topic after which the file is named, such as {@code listings.csv}. */
    static Optional<CatalogTopic> topic(String name) {
        Path file = Path.of(name).getFileName();
        String base =
                (file == null ? "" : file.toString()).toLowerCase(Locale.ROOT).replaceFirst("\\.[^.]*$", "");
        return CatalogTopic.ofBaseName(base).filter(CatalogTopic::isInput);
    }
}
