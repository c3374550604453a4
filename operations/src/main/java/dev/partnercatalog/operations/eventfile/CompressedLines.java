package dev.partnercatalog.operations.eventfile;

import java.io.EOFException;
import java.io.IOException;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The events of a compressed file. What can't be decompressed is the fault of a line, as any other content is. */
final class CompressedLines implements EventLines {

    private static final Pattern FULL_STOP = Pattern.compile("\\.$");

    private final EventLines lines;
    private long last;
    private boolean ended;

    CompressedLines(EventLines lines) {
        this.lines = lines;
    }

    @Override
    public @Nullable Line next() throws IOException {
        if (ended) {
            return null;
        }
        try {
            Line line = lines.next();
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
}
