package dev.partnercatalog.operations.eventfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineReaderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            emptyValue = "",
            value = {"``|0", "a|1", "a~|1", "a~b|2", "~|1", "~~|2", "a~~b~|3"})
    void the_last_line_needs_no_line_feed(String text, int lines) throws IOException {
        assertThat(read(stream(text.replace('~', '\n')), 10)).hasSize(lines);
    }

    @Test
    void only_lines_over_the_bound_are_too_long() throws IOException {
        assertThat(read(stream("12345\n123456\n12345"), 5))
                .extracting(line -> line.tooLong() + ":" + new String(line.bytes(), StandardCharsets.UTF_8))
                .containsExactly("false:12345", "true:", "false:12345");
    }

    @Test
    void lines_are_the_same_however_the_stream_is_cut() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            int count = random.nextInt(20);
            for (int i = 0; i < count; i++) {
                String line = "x".repeat(random.nextInt(4) == 0 ? random.nextInt(200_000) : random.nextInt(10));
                expected.add(line.length() > 100_000 ? "too long" : line);
                text.append(line).append('\n');
            }
            assertThat(read(new Trickle(stream(text.toString()), random), 100_000))
                    .as("seed %d run %d", seed, run)
                    .extracting(l -> l.tooLong() ? "too long" : new String(l.bytes(), StandardCharsets.UTF_8))
                    .isEqualTo(expected);
        }
    }

    private static List<LineReader.RawLine> read(InputStream in, int longest) throws IOException {
        LineReader reader = new LineReader(in, longest);
        List<LineReader.RawLine> lines = new ArrayList<>();
        for (LineReader.RawLine line = reader.next(); line != null; line = reader.next()) {
            lines.add(line);
            assertThat(line.number()).isEqualTo(lines.size());
        }
        return lines;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an arbitrary number of bytes at a time, as a pipe does. */
    private static final class Trickle extends InputStream {

        private final InputStream in;
        private final Random random;

        Trickle(InputStream in, Random random) {
            this.in = in;
            this.random = random;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return in.read(bytes, offset, 1 + random.nextInt(length));
        }
    }
}
