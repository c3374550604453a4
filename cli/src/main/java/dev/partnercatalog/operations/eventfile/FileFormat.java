package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.operations.GzipInput;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The formats of files with events. Compression with gzip is detected from the first bytes. */
public enum FileFormat {
    /** One JSON object per line. */
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

    /** Returns the format for a file's name, with or without {@code .gz}; NDJSON if the name doesn't say. */
    public static FileFormat ofName(String fileName) {
        return withoutCompression(fileName).endsWith(".csv") ? CSV : NDJSON;
    }

    /** The input topic after which a file is named, such as {@code listings.csv.gz}. */
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
     * Reads a file's events. Whether one is too large for its topic is not checked yet: see {@link SizedLines}.
     *
     * @param in the content; closed by the caller
     * @throws IllegalArgumentException if {@code topic} is not an input topic
     */
    public EventLines read(CatalogTopic topic, InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
        buffered.mark(2);
        boolean compressed = (buffered.read() << 8 | buffered.read()) == GZIP_MAGIC;
        buffered.reset();
        BufferedInputStream text = compressed ? new BufferedInputStream(new GzipInput(buffered), BUFFER) : buffered;
        return new FileLines(this, topic, text).judged(new RepeatedKeys());
    }
}
