package dev.partnercatalog.cli.publish.eventfile;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
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

    static final String NO_EVENTS =
            "the file is neither NDJSON (an object on each line, jq -c makes them) nor CSV (a name"
                    + " that ends in .csv, or --format csv; field names in the first line), in UTF-8. It is not read";

    private static final String STANDARD_INPUT = "-";
    private static final int BUFFER = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** How many bytes are looked at. */
    private static final int START = 1 << 13;

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

    /**
     * Reads a file's events.
     *
     * @param in the content; closed by the caller
     */
    public Line.Reader read(CatalogTopic topic, InputStream in) throws IOException {
        BufferedInputStream text = new BufferedInputStream(in, BUFFER);
        text.mark(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(text.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            text.reset();
        }
        if (given == null ? name.toLowerCase(Locale.ROOT).endsWith(".csv") : given == Format.CSV) {
            return new CsvReader(topic, text);
        }
        if (mayBeNdjson(text)) {
            return new NdjsonReader(topic, text);
        }
        Iterator<Line> fault = List.<Line>of(Line.Faulty.whole(1, NO_EVENTS)).iterator();
        return () -> fault.hasNext() ? fault.next() : null;
    }

    /** Whether a line of the first ones begins with an object, or all is blank; more may be long in coming. */
    private static boolean mayBeNdjson(BufferedInputStream in) throws IOException {
        in.mark(START + 1);
        boolean begins = false;
        boolean blank = true;
        int before = '\n';
        int one = in.read();
        for (int i = 0; i < START && one > 0 && !begins; i++) {
            begins = one == '{' && (blank || before == '\n');
            blank &= Character.isWhitespace(one);
            before = one;
            one = in.read();
        }
        in.reset();
        return one != 0 && (begins || blank);
    }
}
