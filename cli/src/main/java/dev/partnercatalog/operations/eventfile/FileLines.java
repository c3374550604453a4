package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The events of a file whose first bytes decide whether it is UTF-8 text; they are looked at with the first event. What
 * can't be decompressed is the fault of a line, as any other content is.
 */
final class FileLines implements EventLines {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final Pattern FULL_STOP = Pattern.compile("\\.$");

    private final FileFormat format;
    private final CatalogTopic topic;
    private final BufferedInputStream in;
    private @Nullable EventLines lines;
    private long last;
    private boolean ended;

    /** @param in throws {@link EOFException} or {@link ZipException} only for what can't be decompressed */
    FileLines(FileFormat format, CatalogTopic topic, BufferedInputStream in) {
        this.format = format;
        this.topic = topic;
        this.in = in;
    }

    @Override
    public @Nullable Line next() throws IOException {
        if (ended) {
            return null;
        }
        try {
            Line line = lines == null ? first() : lines.next();
            last = line == null ? last : line.number();
            return line;
        } catch (EOFException | ZipException e) {
            ended = true;
            String reason = FULL_STOP.matcher(String.valueOf(e.getMessage())).replaceFirst("");
            return Line.Faulty.whole(
                    last + 1,
                    "or one soon after it can't be decompressed: " + reason + ". The rest of the file is not read");
        }
    }

    private @Nullable Line first() throws IOException {
        byte[] start = start();
        String problem = ForeignContent.problem(start);
        if (problem != null) {
            ended = true;
            return Line.Faulty.whole(1, problem + ". The file is not read");
        }
        if (Arrays.equals(Arrays.copyOf(start, BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            in.skipNBytes(BYTE_ORDER_MARK.length);
        }
        lines = format.lines(topic, in);
        return lines.next();
    }

    /** Returns the first bytes, at most those of the first line: more may be long in coming through a pipe. */
    private byte[] start() throws IOException {
        in.mark(ForeignContent.BYTES);
        ByteArrayOutputStream start = new ByteArrayOutputStream(ForeignContent.BYTES);
        for (int one = in.read(); one >= 0; one = in.read()) {
            start.write(one);
            if (one == '\n' || start.size() == ForeignContent.BYTES) {
                break;
            }
        }
        in.reset();
        return start.toByteArray();
    }
}
