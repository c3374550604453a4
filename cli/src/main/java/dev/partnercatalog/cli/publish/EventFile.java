package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
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

    /** Opens the file and closes it again; throws {@link OperatorFault} if it can't be read. */
    void read(String name, CatalogTopic topic, PublishReport report, Use use) {
        // The stream that Files opens seeks, which a pipe can't.
        try (InputStream in = name.equals("-") ? System.in : new FileInputStream(name)) {
            Line.Reader lines = lines(name, format, topic, in);
            use.of(() -> warned(lines.next(), report));
        } catch (IOException e) {
            throw new OperatorFault(name + " can't be read: " + FaultWords.of(e), e);
        }
    }

    /** Warns of an event that fits, but hardly does what its author meant. */
    private static @Nullable Line warned(@Nullable Line line, PublishReport report) {
        if (line instanceof Line.Event event && isWithoutEffect(event.value())) {
            report.warning(
                    event.number(),
                    "assetPriority: has no effect: variantTypePreferences is empty, and the order applies only to the"
                            + " variant types in it");
        }
        return line;
    }

    /** An order of assets applies to the variant types that have a preference, so to none if there is no preference (D8). */
    private static boolean isWithoutEffect(@Nullable SpecificRecord value) {
        if (value instanceof CompanyConfig company) {
            return !company.getAssetPriority().isEmpty()
                    && company.getVariantTypePreferences().isEmpty();
        }
        // A part that a location leaves out is its company's.
        return value instanceof LocationConfig location
                && location.getAssetPriority() != null
                && !location.getAssetPriority().isEmpty()
                && location.getVariantTypePreferences() != null
                && location.getVariantTypePreferences().isEmpty();
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
