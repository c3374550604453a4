package dev.partnercatalog.cli.publish.eventfile;

import java.util.zip.GZIPInputStream;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file of events as given on the command line: {@code -} is standard input. That it is compressed with gzip is told
 * from its first bytes, and a byte order mark is passed over.
 *
 * @param given null for the format that the name says: CSV if it ends in {@code .csv} or {@code .csv.gz}, else NDJSON
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

    /** The input topic after which the file is named, such as {@code listings.csv.gz}. */
    public Optional<CatalogTopic> topic() {
        Path file = Path.of(name).getFileName();
        String base = uncompressedName(file == null ? "" : file.toString()).replaceFirst("\\.[^.]*$", "");
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
     * Reads a file's events. What can't be decompressed is the fault of a line, as any other content is.
     *
     * @param in the content; closed by the caller
     */
    public Line.Reader read(CatalogTopic topic, InputStream in) {
        boolean csv = given == null ? uncompressedName(name).endsWith(".csv") : given == Format.CSV;
        return new Content(topic, csv, new BufferedInputStream(in, BUFFER));
    }

    private static String uncompressedName(String name) {
        return name.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
    }

    private static final class Content implements Line.Reader {

        private static final int GZIP = 0x1f8b;
        private static final int BYTE_ORDER_MARK = 0xefbbbf;

        /** How many bytes are looked at. */
        private static final int START = 1 << 13;

        private final CatalogTopic topic;
        private final boolean csv;
        private final BufferedInputStream in;
        private Line.@Nullable Reader lines;
        private long last;

        Content(CatalogTopic topic, boolean csv, BufferedInputStream in) {
            this.topic = topic;
            this.csv = csv;
            this.in = in;
        }

        @Override
        public @Nullable Line next() throws IOException {
            try {
                lines = lines == null ? begin() : lines;
                Line line = lines == null ? only(NO_EVENTS) : lines.next();
                last = line == null ? last : line.number();
                return line;
            } catch (EOFException | ZipException e) {
                String reason = e instanceof EOFException ? "it is cut off" : "it is damaged, or something follows it";
                return only(
                        "or one soon after it can't be decompressed: " + reason + ". The rest of the file is not read");
            }
        }

        /** A fault after which there is nothing. */
        private Line only(String fault) {
            lines = () -> null;
            return Line.Faulty.whole(last + 1, fault);
        }

        /** Returns the events; null if there are none. */
        private Line.@Nullable Reader begin() throws IOException {
            BufferedInputStream text =
                    startsWith(in, GZIP, 2) ? new BufferedInputStream(new GzipContent(in), BUFFER) : in;
            if (startsWith(text, BYTE_ORDER_MARK, 3)) {
                text.skipNBytes(3);
            }
            if (csv) {
                return new CsvReader(topic, text);
            }
            return mayBeNdjson(text) ? new NdjsonReader(topic, text) : null;
        }

        private static boolean startsWith(BufferedInputStream in, int wanted, int length) throws IOException {
            in.mark(length);
            int start = 0;
            for (int i = 0; i < length; i++) {
                start = start << 8 | in.read();
            }
            in.reset();
            return start == wanted;
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

    /**
     * What a stream of gzip (RFC 1952) contains, to its end: whatever follows a member is the next member, or damage. The JDK
     * alone ignores what is no member, and takes a pause between two members of a pipe for the end.
     *
     * <p>Throws {@link java.io.EOFException} if a member is cut off, and {@link ZipException} for other damage, after what
     * precedes it, except for the last bytes. Not thread-safe.
     */
    private static final class GzipContent extends GZIPInputStream {

        private static final int BUFFER = 1 << 16;
        private static final int TRAILER = 8;

        GzipContent(InputStream in) throws IOException {
            super(new Compressed(in), BUFFER);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            if (count < 0 && (((Compressed) in).more || inf.getRemaining() > TRAILER)) {
                throw new ZipException("what follows is not compressed");
            }
            return count;
        }

        /** A reader that asks would read on, and lose what it has if damage follows. */
        @Override
        public int available() {
            return 0;
        }

        /** Is asked at the end of each member whether more is available, and waits until that is known. */
        private static final class Compressed extends BufferedInputStream {

            private boolean more;

            Compressed(InputStream in) {
                super(in, BUFFER);
            }

            @Override
            public synchronized int available() throws IOException {
                mark(1);
                more = read() >= 0;
                reset();
                return more ? 1 : 0;
            }
        }
    }
}
