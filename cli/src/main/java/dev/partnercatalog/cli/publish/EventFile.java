package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A file of events as given on the command line: {@code -} is standard input. A byte order mark is passed over.
 *
 * @param format null for the format that the name says: CSV if it ends in {@code .csv}, else NDJSON
 */
record EventFile(String name, @Nullable Format format) {

    /** The formats of files with events. */
    enum Format {
        /** One JSON object per line. */
        NDJSON,
        /** A table with the fields' names in the first line. */
        CSV
    }

    /** What to do with a file's events. */
    @FunctionalInterface
    interface Use {
        void of(Line.Reader lines) throws IOException;
    }

    private static final int BUFFER = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** How files are read. Mixed in. */
    static final class Options {
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
                use.of(new LineWarnings(new EventFile(name, format).read(topic, in), strict, edits, report));
            } catch (IOException e) {
                throw new OperatorFault(name + " can't be read: " + FaultWords.of(e), e);
            }
        }
    }

    /** The input topic after which the file is named, such as {@code listings.csv}. */
    static Optional<CatalogTopic> topic(String name) {
        Path file = Path.of(name).getFileName();
        String base =
                (file == null ? "" : file.toString()).toLowerCase(Locale.ROOT).replaceFirst("\\.[^.]*$", "");
        return CatalogTopic.ofBaseName(base).filter(CatalogTopic::isInput);
    }

    /** Reads a file's events from its content, which the caller closes. */
    Line.Reader read(CatalogTopic topic, InputStream in) throws IOException {
        BufferedInputStream text = new BufferedInputStream(in, BUFFER);
        text.mark(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(text.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            text.reset();
        }
        boolean isTable = format == null ? name.toLowerCase(Locale.ROOT).endsWith(".csv") : format == Format.CSV;
        return isTable ? new CsvReader(topic, text) : new NdjsonReader(topic, text);
    }
}
