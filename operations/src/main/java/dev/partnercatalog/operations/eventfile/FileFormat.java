package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** How a file holds events. Whether it is compressed with gzip is seen from its first bytes. */
public enum FileFormat {
    /** One JSON object a line. */
    NDJSON {
        @Override
        EventLines lines(CatalogTopic topic, InputStream in) {
            return new NdjsonReader(topic, in);
        }
    },

    /** A table with the fields' names in the first line. */
    CSV {
        @Override
        EventLines lines(CatalogTopic topic, InputStream in) {
            return new CsvReader(topic, in);
        }
    };

    private static final String COMPRESSED = ".gz";
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final int BUFFER = 1 << 16;

    abstract EventLines lines(CatalogTopic topic, InputStream in);

    /** As the file's name ends, with or without {@code .gz}; NDJSON where it doesn't say. */
    public static FileFormat ofName(String fileName) {
        return withoutCompression(fileName).endsWith(".csv") ? CSV : NDJSON;
    }

    /** The input topic that a file is named after, such as {@code listings.csv.gz}. */
    public static Optional<CatalogTopic> topicOfName(String fileName) {
        String name = withoutCompression(fileName);
        int dot = name.lastIndexOf('.');
        String base = dot < 0 ? name : name.substring(0, dot);
        return Arrays.stream(CatalogTopic.values())
                .filter(topic -> topic.isInput() && topic.baseName().equals(base))
                .findFirst();
    }

    private static String withoutCompression(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return name.endsWith(COMPRESSED) ? name.substring(0, name.length() - COMPRESSED.length()) : name;
    }

    /**
     * Reads a file's events.
     *
     * @param in closed by the caller
     * @throws IllegalArgumentException where {@code topic} is no input
     */
    public EventLines read(CatalogTopic topic, InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
        buffered.mark(2);
        boolean compressed = (buffered.read() << 8 | buffered.read()) == GZIP_MAGIC;
        buffered.reset();
        return lines(topic, compressed ? new GZIPInputStream(buffered, BUFFER) : buffered);
    }
}
