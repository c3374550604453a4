package dev.partnercatalog.operations.eventfile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as other programs write them, whatever their names say. */
class FileFormatTest {

    private static final String ROWS =
            "\"companyId\",\"locationId\",\"sku\",\"barcode\"\r\n\"7\",\"70\",\"s\",\"b\"\r\n";
    private static final String LINE = "{\"companyId\":7,\"locationId\":70,\"sku\":\"s\",\"barcode\":\"b\"}\n";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_byte_order_mark_is_no_part_of_the_content(boolean compressed) throws IOException {
        byte[] table = ("\uFEFF" + ROWS).getBytes(UTF_8);
        byte[] lines = ("\uFEFF" + LINE).getBytes(UTF_8);
        assertThat(read(FileFormat.CSV, compressed ? gzip(table) : table)).satisfiesExactly(FileFormatTest::isListing);
        assertThat(read(FileFormat.NDJSON, compressed ? gzip(lines) : lines))
                .satisfiesExactly(FileFormatTest::isListing);
    }

    @Test
    void a_byte_order_mark_within_the_content_is_a_fault() throws IOException {
        assertThat(read(FileFormat.NDJSON, (LINE + "\uFEFF" + LINE).getBytes(UTF_8)))
                .satisfiesExactly(
                        FileFormatTest::isListing, second -> assertThat(second).isInstanceOf(Line.Faulty.class));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "UTF-16LE | true | is UTF-16",
                "UTF-16BE | true | is UTF-16",
                "UTF-16LE | false | is UTF-16",
                "UTF-16BE | false | is UTF-16",
            })
    void another_encoding_of_all_the_text_is_one_fault_that_names_it(String encoding, boolean marked, String problem)
            throws IOException {
        for (FileFormat format : FileFormat.values()) {
            String text = (marked ? "\uFEFF" : "") + (format == FileFormat.CSV ? ROWS : LINE).repeat(20);
            assertThat(read(format, text.getBytes(Charset.forName(encoding))))
                    .satisfiesExactly(line -> assertThat(faults(line))
                            .startsWith(problem)
                            .contains("iconv -f UTF-16 -t UTF-8")
                            .endsWith("The file is not read"));
        }
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "504B030414000600, Excel workbook",
        "504B050600000000, another zip archive",
        "3C68746D6C3E3C74, is HTML or XML",
        "255044462D312E34, is a PDF document",
        "4F626A0104166176, is a file of Avro",
        "5041523115041510, is a file of Parquet",
        "FFFE000062000000, is UTF-32",
        "0000FEFF00000062, is UTF-32",
        "0000000000000000, has zero bytes",
        "04224D1864404000, compressed with lz4",
        "D0CF11E0A1B11AE1, Excel workbook",
        "28B52FFD04580100, compressed with zstd",
        "FD377A585A000004, compressed with xz",
        "425A683931415926, compressed with bzip2"
    })
    void what_is_no_text_is_one_fault_that_says_what_to_do(String start, String problem) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(HexFormat.of().parseHex(start));
        bytes.write("\nrest\n".repeat(100).getBytes(UTF_8));
        for (FileFormat format : FileFormat.values()) {
            assertThat(read(format, bytes.toByteArray()))
                    .satisfiesExactly(line -> assertThat(faults(line)).contains(problem));
        }
    }

    @Test
    void what_is_compressed_twice_is_one_fault() throws IOException {
        assertThat(read(FileFormat.NDJSON, gzip(gzip(LINE.getBytes(UTF_8)))))
                .satisfiesExactly(line -> assertThat(faults(line)).startsWith("is compressed twice"));
    }

    /** So that the files behind it are read as well. */
    @Test
    void a_compressed_file_that_ends_in_its_first_header_is_a_fault_of_a_line() throws IOException {
        assertThat(read(FileFormat.NDJSON, Arrays.copyOf(gzip(LINE.getBytes(UTF_8)), 5)))
                .satisfiesExactly(line -> {
                    assertThat(line.number()).isEqualTo(1);
                    assertThat(faults(line))
                            .isEqualTo(
                                    "or one soon after it can't be decompressed: it is cut off. The rest of the file is not read");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF"})
    void a_table_that_was_put_behind_another_one_does_not_publish_its_header(String mark) throws IOException {
        String table = "barcode,name\nb,x\n" + mark + "barcode,name\nc,y\n";
        assertThat(read(FileFormat.CSV, CatalogTopic.BPD_VARIANTS, table.getBytes(UTF_8)))
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(Line.Put.class),
                        header -> assertThat(faults(header)).startsWith("repeats the header"),
                        last -> assertThat(last).isInstanceOf(Line.Put.class));
    }

    @Test
    void a_byte_of_another_encoding_is_a_fault_of_its_own_line_and_column_and_the_others_are_read() throws IOException {
        String table = "barcode,name\n" + "b,x\n".repeat(5_000) + "c,Caf\u00e9\n" + "d,\"y\"\n";
        List<Line> lines = read(FileFormat.CSV, CatalogTopic.BPD_VARIANTS, table.getBytes(ISO_8859_1));
        assertThat(lines).hasSize(5_002);
        assertThat(lines.get(5_000).number()).isEqualTo(5_002);
        assertThat(faults(lines.get(5_000))).startsWith("name: is not UTF-8").contains("iconv -f WINDOWS-1252");
        assertThat(lines.get(5_001)).isInstanceOf(Line.Put.class);
    }

    @Test
    void characters_beyond_the_first_plane_are_not_mistaken_for_another_encoding() throws IOException {
        String name = new String(Character.toChars(0x103FF)) + "\uFFFD";
        assertThat(read(FileFormat.CSV, CatalogTopic.BPD_VARIANTS, ("barcode,name\nb," + name + "\n").getBytes(UTF_8)))
                .satisfiesExactly(line -> assertThat(((BpdVariant) ((Line.Put) line).value()).getName())
                        .isEqualTo(name));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "companyId;locationId;sku;barcode         | has semicolons between the columns, but commas are needed",
                "'companyId';'locationId';'sku';'barcode' | has semicolons between the columns, but commas are needed",
                "companyId\\tlocationId\\tsku\\tbarcode   | has tabs between the columns, but commas are needed",
                "`companyId|locationId|sku|barcode`       | has vertical bars between the columns, but commas are needed",
                "sep=;                                    | announces semicolons between the columns, but commas are needed",
                "sep=\\t                                  | announces tabs between the columns, but commas are needed",
                "SEP=^                                    | announces \"^\" between the columns, but commas are needed",
                "[{'companyId': 1},                       | is JSON, not the header of a table",
                "{'companyId': 1}                         | is JSON, not the header of a table",
            })
    void a_table_of_another_form_is_one_fault_of_its_first_line(String first, String problem) throws IOException {
        String table = first.replace('\'', '"').replace("\\t", "\t") + "\r\n" + "7;70;s;b\r\n".repeat(300);
        assertThat(read(FileFormat.CSV, table.getBytes(UTF_8))).satisfiesExactly(line -> {
            assertThat(line.number()).isEqualTo(1);
            assertThat(faults(line)).startsWith(problem);
        });
    }

    @Test
    void a_line_that_announces_commas_is_no_header() throws IOException {
        assertThat(read(FileFormat.CSV, ("sep=,\r\n" + ROWS).getBytes(UTF_8))).satisfiesExactly(line -> {
            isListing(line);
            assertThat(line.number()).isEqualTo(3);
        });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[\\n{},\\n{}\\n]                        | 1 | is the beginning of an array, but each line must be an object: put each object on a line of its own: jq -c '.[]' FILE",
                "\\n[{},{}]                              | 2 | is an array, but each line must be an object",
                "{\\n  'companyId': 7\\n}\\n{\\n}        | 1 | is the beginning of an object that doesn't end on its line: put each object on one line: jq -c . FILE",
                "{'companyId': 7,\\n 'locationId': 1}    | 1 | is the beginning of an object that doesn't end on its line",
                "companyId,locationId\\n7,70\\n7,71      | 1 | looks like the header of a table: read it with --format csv",
            })
    void json_in_another_form_is_one_fault_that_says_how_to_mend_it(String text, long number, String problem)
            throws IOException {
        assertThat(read(
                        FileFormat.NDJSON,
                        text.replace('\'', '"').replace("\\n", "\n").getBytes(UTF_8)))
                .satisfiesExactly(line -> {
                    assertThat(line.number()).isEqualTo(number);
                    assertThat(faults(line))
                            .startsWith(problem.replace("'companyId'", "\"companyId\""))
                            .endsWith("The rest of the file is not read");
                });
    }

    @Test
    void a_first_line_of_any_length_is_looked_at_without_exhausting_the_stack() throws IOException {
        String header = "a,".repeat(8_000) + "b";
        assertThat(read(FileFormat.NDJSON, header.getBytes(UTF_8)))
                .satisfiesExactly(line -> assertThat(faults(line)).startsWith("looks like the header of a table"));
        assertThat(read(FileFormat.NDJSON, (header + "/").getBytes(UTF_8)))
                .satisfiesExactly(line -> assertThat(faults(line)).startsWith("is not JSON"));
        assertThat(read(FileFormat.NDJSON, "\"a\" ,\tb.c \t $delete;d ".getBytes(UTF_8)))
                .satisfiesExactly(line -> assertThat(faults(line)).startsWith("looks like the header of a table"));
    }

    @Test
    void a_table_may_end_its_lines_with_a_carriage_return_alone_however_long_it_is() throws IOException {
        String rows = ROWS.replace("\r\n", "\r");
        String row = rows.substring(rows.indexOf('\r') + 1);
        for (int more : List.of(0, 5_000)) {
            List<Line> lines = read(FileFormat.CSV, (rows + row.repeat(more)).getBytes(UTF_8));
            assertThat(lines).hasSize(1 + more).allMatch(Line.Put.class::isInstance);
        }
        assertThat(read(FileFormat.CSV, ("a;b\r" + "1;2\r".repeat(5_000)).getBytes(UTF_8)))
                .satisfiesExactly(line -> assertThat(faults(line)).startsWith("has semicolons between the columns"));
    }

    @Test
    void a_first_line_with_another_fault_does_not_hold_up_the_rest() throws IOException {
        assertThat(read(FileFormat.NDJSON, ("{\"companyId\":}\n" + LINE).getBytes(UTF_8)))
                .satisfiesExactly(
                        first -> assertThat(faults(first))
                                .doesNotContain("Source:")
                                .startsWith("is not JSON at column"),
                        FileFormatTest::isListing);
    }

    @Test
    void no_fault_names_a_parsers_source_or_settings() throws IOException {
        for (String line : List.of(
                "{\"a\": NaN}",
                "// c",
                "\u001e{}",
                "[".repeat(2_000),
                "{\"a\": [1}",
                "{\"a\": \"",
                "{\"a\"",
                "{\"a\": [",
                "{]",
                "\"a",
                "[1}")) {
            for (Line read : read(FileFormat.NDJSON, (LINE + line).getBytes(UTF_8))) {
                assertThat(read instanceof Line.Faulty ? faults(read) : "")
                        .doesNotContain("Source", "enable", "Feature", "StreamRead");
            }
        }
    }

    private static void isListing(Line line) {
        assertThat(line).isInstanceOfSatisfying(Line.Put.class, put -> {
            assertThat(put.key()).isEqualTo("7/70/s");
            assertThat(put.warnings()).isEmpty();
        });
    }

    private static String faults(Line line) {
        return FieldFault.inWords(((Line.Faulty) line).faults());
    }

    private static List<Line> read(FileFormat format, byte[] file) throws IOException {
        return read(format, CatalogTopic.LISTINGS, file);
    }

    private static List<Line> read(FileFormat format, CatalogTopic topic, byte[] file) throws IOException {
        return Ndjson.all(format.read(topic, new ByteArrayInputStream(file)));
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        }
        return compressed.toByteArray();
    }
}
