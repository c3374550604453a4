package dev.partnercatalog.operations.eventfile;

import static dev.partnercatalog.operations.eventfile.Ndjson.all;
import static dev.partnercatalog.operations.eventfile.Ndjson.faults;
import static dev.partnercatalog.operations.eventfile.Ndjson.lines;
import static dev.partnercatalog.operations.eventfile.Ndjson.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a line must be before its fields are examined. */
class LineFormTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'barcode':'b'} {'barcode':'c'} | more than one value",
                "{'barcode':'b'} x               | is not JSON",
                "{'barcode':'b'                  | doesn't end on its line",
                "{barcode:'b'}                   | is not JSON",
                "{'barcode':'b','\\ud800':1}     | is not JSON",
                "{'barcode':'b',}                | is not JSON",
                "{'barcode':'b'} // note         | is not JSON",
                "[]                              | is an array, but each line must be an object",
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
                .containsExactly(Line.Faulty.whole(1, "is not UTF-8 from byte 3 on: " + JsonLine.TO_UTF_8));
    }

    @Test
    void nesting_without_end_is_a_fault_of_its_line() {
        String deep = "{\"barcode\":\"b\",\"name\":" + "[".repeat(100_000) + "}\n{\"barcode\":\"b\"}";
        List<Line> lines = lines(CatalogTopic.BPD_VARIANTS, deep.getBytes(StandardCharsets.UTF_8));
        assertThat(lines.get(0)).isInstanceOf(Line.Faulty.class);
        assertThat(lines.get(1)).isInstanceOf(Line.Put.class);
    }

    @Test
    void a_line_over_the_bound_is_a_fault_and_the_next_one_is_read() {
        String text = "{\"barcode\":\"" + "x".repeat(200_000) + "\"}\n{\"barcode\":\"b\"}\n";
        NdjsonReader reader = new NdjsonReader(CatalogTopic.BPD_VARIANTS, stream(text), 100_000);
        assertThat(all(reader))
                .hasSize(2)
                .startsWith(
                        Line.Faulty.whole(
                                1,
                                "is longer than 100000 bytes. If it is an array, put each object on a line of its own: jq -c '.[]' FILE"))
                .last()
                .isInstanceOf(Line.Put.class);
    }

    @Test
    void blank_lines_are_skipped_and_counted() {
        String text = "\n  \r\n{\"barcode\":\"b\"}\r\n\t\n{}";
        assertThat(lines(CatalogTopic.BPD_VARIANTS, text.getBytes(StandardCharsets.UTF_8)))
                .extracting(Line::number)
                .containsExactly(3L, 5L);
    }
}
