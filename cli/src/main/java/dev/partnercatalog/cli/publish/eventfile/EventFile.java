package dev.partnercatalog.cli.publish.eventfile;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file of events as given on the command line: {@code -} is standard input. A byte order mark is passed over.
 *
 * @param given null for the format that the name says: CSV if it ends in {@code .csv}, else NDJSON
 */
public record EventFile(String name, @Nullable Format given) {

    /** The formats of files with events. */
    public enum Format {
        /** One JSON object per line. */
        NDJSON,

        /** A table with the fields' names in the first line. */
        CSV
    }

    private static final String STANDARD_INPUT = "-";
    private static final int BUFFER = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** The input topic after which the file is named, such as {@code listings.csv}. */
    public Optional<CatalogTopic> topic() {
        Path file = Path.of(name).getFileName();
        String base =
                (file == null ? "" : file.toString()).toLowerCase(Locale.ROOT).replaceFirst("\\.[^.]*$", "");
        return Arrays.stream(CatalogTopic.values())
                .filter(topic -> topic.isInput() && topic.baseName().equals(base))
                .findFirst();
    }

    /** Opens the file, for {@link #read}. */
    public InputStream open() throws IOException {
        // The stream that Files opens seeks, which a pipe can't.
        return name.equals(STANDARD_INPUT) ? System.in : new FileInputStream(name);
    }

    /** Reads a file's events from its content, which the caller closes. */
    public Line.Reader read(CatalogTopic topic, InputStream in) throws IOException {
        BufferedInputStream text = new BufferedInputStream(in, BUFFER);
        text.mark(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(text.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            text.reset();
        }
        boolean isTable = given == null ? name.toLowerCase(Locale.ROOT).endsWith(".csv") : given == Format.CSV;
        return isTable ? new CsvReader(topic, text) : new NdjsonReader(topic, text);
    }
}
