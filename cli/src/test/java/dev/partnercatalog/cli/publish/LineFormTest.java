package dev.partnercatalog.cli.publish;

import static dev.partnercatalog.cli.publish.Ndjson.all;
import static dev.partnercatalog.cli.publish.Ndjson.faults;
import static dev.partnercatalog.cli.publish.Ndjson.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.plain.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a line must be before its fields are examined. */
class LineFormTest {

    private static final String LINE = "{\"barcode\":\"%s\"}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'barcode':'b'} {'barcode':'c'} | is not JSON at column 17",
                "{'barcode':'b'} x               | is not JSON at column 17",
                "{'barcode':'b'                  | is not JSON at column",
                "{barcode:'b'}                   | is not JSON at column",
                "{'barcode':'b','\\ud800':1}     | is not JSON",
                "{'barcode':'b',}                | is not JSON",
                "{'barcode':NaN}                 | is not JSON",
                "{'barcode':'b'} // note         | is not JSON",
                "[]                              | must be an object, but is an array",
                "'b'                             | must be an object, but is the text \"b\"",
                "null                            | must be an object, but is null",
                "5                               | must be an object, but is the number 5",
            })
    void a_line_is_one_json_object_and_nothing_else(String line, String problem) {
        assertThat(faults(CatalogTopic.BPD_VARIANTS, line))
                .singleElement()
                .extracting(FieldFault::toString)
                .asString()
                .contains(problem)
                .doesNotContain("\n");
    }

    @Test
    void bytes_that_are_no_utf8_are_a_fault() {
        byte[] overlongSlash = {'{', '"', (byte) 0xC0, (byte) 0xAF, '"', ':', '1', '}'};
        assertThat(lines(CatalogTopic.BPD_VARIANTS, overlongSlash))
                .containsExactly(Line.Faulty.whole(1, "is not UTF-8 from byte 3 on: save the file as UTF-8"));
    }

    @Test
    void nesting_without_end_is_a_fault_of_its_line() {
        String deep = "{\"barcode\":\"b\",\"name\":" + "[".repeat(100_000) + "}\n" + LINE;
        assertThat(lines(CatalogTopic.BPD_VARIANTS, deep.formatted("b").getBytes(StandardCharsets.UTF_8)))
                .hasExactlyElementsOfTypes(Line.Faulty.class, Line.Event.class);
    }

    @Test
    void blank_lines_are_skipped_and_counted() {
        String text = "\n  \r\n{\"barcode\":\"b\"}\r\n\t\n{}";
        assertThat(lines(CatalogTopic.BPD_VARIANTS, text.getBytes(StandardCharsets.UTF_8)))
                .extracting(Line::number)
                .containsExactly(3L, 5L);
    }

    @Test
    void a_line_over_the_bound_is_a_fault_and_the_next_one_is_read() {
        String text = LINE.formatted("x".repeat(NdjsonReader.LONGEST_LINE)) + "\n" + LINE.formatted("b");
        assertThat(lines(CatalogTopic.BPD_VARIANTS, text.getBytes(StandardCharsets.UTF_8)))
                .startsWith(Line.Faulty.whole(1, "is longer than 16777216 bytes"))
                .hasExactlyElementsOfTypes(Line.Faulty.class, Line.Event.class);
    }

    @Test
    void lines_are_the_same_however_the_stream_is_cut() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 50; run++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int i = random.nextInt(10); i > 0; i--) {
                String name = "x".repeat(random.nextInt(4) == 0 ? random.nextInt(200_000) : 1);
                expected.add(name);
                text.append("{\"barcode\":\"b\",\"name\":\"").append(name).append("\"}");
                text.append(i > 1 || random.nextBoolean() ? "\n" : "");
            }
            InputStream trickle = new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)) {
                @Override
                public synchronized int read(byte[] bytes, int offset, int length) {
                    return super.read(bytes, offset, 1 + random.nextInt(length));
                }
            };
            assertThat(all(new NdjsonReader(CatalogTopic.BPD_VARIANTS, trickle)))
                    .as("seed %d run %d", seed, run)
                    .extracting(line -> ((BpdVariant) Ndjson.value(line)).getName())
                    .isEqualTo(expected);
        }
    }
}
