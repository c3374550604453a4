package dev.partnercatalog.operations.eventfile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Splits a stream into lines, one in memory at a time: of a line that is too long, only the length is kept. */
final class LineReader {

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final int longest;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int end;
    private long number;

    LineReader(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    int longest() {
        return longest;
    }

    /**
     * A line without its line feed.
     *
     * @param tooLong whether the line was longer than allowed; {@code bytes} are empty then
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record RawLine(long number, byte[] bytes, boolean tooLong) {

        boolean isBlank() {
            for (byte b : bytes) {
                if (b != ' ' && b != '\t' && b != '\r') {
                    return false;
                }
            }
            return !tooLong;
        }
    }

    /** Returns the next line, the last one with or without a line feed; null at the end. */
    @Nullable
    RawLine next() throws IOException {
        if (position == end && !fill()) {
            return null;
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        boolean tooLong = false;
        do {
            int lineFeed = indexOfLineFeed();
            int count = lineFeed - position;
            tooLong |= line.size() + count > longest;
            if (!tooLong) {
                line.write(buffer, position, count);
            }
            position = lineFeed;
            if (position < end) {
                position++;
                break;
            }
        } while (fill());
        number++;
        return new RawLine(number, tooLong ? new byte[0] : line.toByteArray(), tooLong);
    }

    private int indexOfLineFeed() {
        int index = position;
        while (index < end && buffer[index] != '\n') {
            index++;
        }
        return index;
    }

    private boolean fill() throws IOException {
        position = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }
}
