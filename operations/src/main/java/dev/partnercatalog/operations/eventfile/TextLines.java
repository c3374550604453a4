package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a file whose first bytes decide whether it is UTF-8 text; they are looked at with the first event. */
final class TextLines implements EventLines {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final FileFormat format;
    private final CatalogTopic topic;
    private final BufferedInputStream in;
    private @Nullable EventLines lines;

    TextLines(FileFormat format, CatalogTopic topic, BufferedInputStream in) {
        this.format = format;
        this.topic = topic;
        this.in = in;
    }

    @Override
    public @Nullable Line next() throws IOException {
        if (lines == null) {
            lines = open();
        }
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

    private EventLines open() throws IOException {
        byte[] start = start();
        String problem = ForeignContent.problem(start);
        if (problem != null) {
            Iterator<Line> fault = List.<Line>of(Line.Faulty.whole(1, problem + ". The file is not read"))
                    .iterator();
            return () -> fault.hasNext() ? fault.next() : null;
        }
        if (Arrays.equals(Arrays.copyOf(start, BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            in.skipNBytes(BYTE_ORDER_MARK.length);
        }
        return format.lines(topic, in);
    }
}
