package dev.partnercatalog.operations.eventfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read as it stands, with a warning: programs have changed it, or it has no effect. */
class LineWarningsTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1.23457E+12         | barcode: \"1.23457E+12\" looks like a number that a spreadsheet has rounded: format the column as text",
                "4,00638E+12         | barcode: \"4,00638E+12\" looks like a number that a spreadsheet has rounded",
                "=\"00123\"          | barcode: \"=\\\"00123\\\"\" looks like a spreadsheet's formula; perhaps \"00123\" is meant",
                "#REF!               | barcode: \"#REF!\" looks like a failed formula",
                "#####               | barcode: \"#####\" looks like a failed formula",
                "4.006381333931E12   | barcode: \"4.006381333931E12\" looks like a number that a spreadsheet has rounded",
                "1.2e+21             | barcode: \"1.2e+21\" looks like a number that a spreadsheet has rounded",
                "#WERT!              | barcode: \"#WERT!\" looks like a failed formula",
                "NULL                | barcode: \"NULL\" looks like what a program writes if there is no value",
                "12-Mar              | barcode: \"12-Mar\" looks like a date",
                "05.03.2026          | barcode: \"05.03.2026\" looks like a date",
                "'4006381333931      | barcode: \"'4006381333931\" begins with the apostrophe",
                "4006381333931.0     | barcode: \"4006381333931.0\" looks like a number with a decimal place",
            })
    void a_barcode_that_a_spreadsheet_has_ruined_is_published_with_a_warning(String barcode, String warning)
            throws IOException {
        String table = "barcode,name\n\"" + barcode.replace("\"", "\"\"") + "\",x\n";
        Line line = lines(FileFormat.CSV, CatalogTopic.BPD_VARIANTS, table).get(0);
        assertThat(((Line.Put) line).key()).isEqualTo(barcode);
        assertThat(line.warnings()).singleElement().asString().startsWith(warning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4006381333931",
                "1E3",
                "E+12",
                "A-1.5E+10-B",
                "5E12",
                "NULL-1",
                "12-Marker",
                "1.2.20",
                "#WOW",
                "12.50",
                "=1",
                "#1",
                "3.0X"
            })
    void an_ordinary_id_has_no_warning(String barcode) throws IOException {
        assertThat(lines(FileFormat.CSV, CatalogTopic.BPD_VARIANTS, "barcode\n" + barcode + "\n"))
                .satisfiesExactly(line -> assertThat(line.warnings()).isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Cr\u00c3\u00a8me      | looks like UTF-8 that was read as Windows-1252; perhaps \"Cr\u00e8me\" is meant",
                "\u00e2\u20ac\u201cx   | looks like UTF-8 that was read as Windows-1252; perhaps \"\u2013x\" is meant",
                "Cr\ufffdme            | contains what a program puts in place of a character that it can't read (U+FFFD)",
                "a\\u0000b             | contains a control character (U+0000)",
                "undefined             | looks like what a program writes if there is no value",
            })
    void text_that_a_program_has_damaged_has_a_warning(String name, String warning) throws IOException {
        String line = "{\"barcode\": \"b\", \"name\": \"" + name + "\"}";
        assertThat(lines(FileFormat.NDJSON, CatalogTopic.BPD_VARIANTS, line))
                .satisfiesExactly(read -> assertThat(FieldFault.inWords(read.warnings()))
                        .startsWith("name: ")
                        .endsWith(warning + (warning.endsWith("no value") ? ": leave the field out" : "")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Cr\u00e8me br\u00fbl\u00e9e", "\u00c3", "two\nlines", "\u65e5\u672c \u2603", "\u00a9 A\u00ae"})
    void text_beyond_ascii_has_no_warning(String name) throws IOException {
        String table = "barcode,name\nb,\"" + name + "\"\n";
        assertThat(lines(FileFormat.CSV, CatalogTopic.BPD_VARIANTS, table))
                .satisfiesExactly(line -> assertThat(line.warnings()).isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "s |begins or ends with a space",
                " s|begins or ends with a space",
                "a\u00a0b|contains a character that is hard to see (U+00A0)",
                "a\u200bb|contains a character that is hard to see (U+200B)",
                "Cafe\u0301|has letters and accents as separate characters",
            })
    void an_id_that_looks_like_another_one_has_a_warning(String sku, String warning) throws IOException {
        String line = "{\"companyId\":7,\"locationId\":70,\"sku\":\"" + sku + "\",\"barcode\":\"b\"}";
        assertThat(lines(FileFormat.NDJSON, CatalogTopic.LISTINGS, line))
                .satisfiesExactly(read -> assertThat(FieldFault.inWords(read.warnings()))
                        .startsWith("sku: ")
                        .contains(warning));
    }

    @Test
    void a_key_twice_in_a_file_has_a_warning_that_names_the_earlier_line() throws IOException {
        String lines = """
                {"companyId":7,"locationId":70,"sku":"s","barcode":"a"}
                {"companyId":7,"locationId":70,"sku":"t","barcode":"a"}
                {"companyId":7,"locationId":70,"sku":"s","barcode":"b"}
                {"$delete":{"companyId":7,"locationId":70,"sku":"s"}}
                """;
        assertThat(lines(FileFormat.NDJSON, CatalogTopic.LISTINGS, lines))
                .extracting(line -> line instanceof Line.Event event ? FieldFault.inWords(event.warnings()) : "?")
                .containsExactly(
                        "",
                        "",
                        "has the same key as line 1, \"7/70/s\": the last line of a key counts",
                        "has the same key as line 3, \"7/70/s\": the last line of a key counts");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "COMPANY_CONFIGS  | 'assetPriority': [{'assetType': 'Product'}] | true",
                "COMPANY_CONFIGS  | 'assetPriority': [{'assetType': 'Product'}], 'variantTypePreferences': {'Flower': []} | false",
                "COMPANY_CONFIGS  | 'cannabisUnitOfMeasure': '%' | false",
                "LOCATION_CONFIGS | 'locationId': 70, 'assetPriority': [{'assetType': 'Product'}], 'variantTypePreferences': {} | true",
                "LOCATION_CONFIGS | 'locationId': 70, 'assetPriority': [{'assetType': 'Product'}] | false",
                "LOCATION_CONFIGS | 'locationId': 70, 'variantTypePreferences': {} | false",
            })
    void D8_an_order_of_assets_that_applies_to_no_variant_type_has_a_warning(
            CatalogTopic topic, String fields, boolean warned) throws IOException {
        String line = ("{'partnerId': 'p', 'companyId': 7, " + fields + "}").replace('\'', '"');
        assertThat(lines(FileFormat.NDJSON, topic, line)).singleElement().satisfies(read -> {
            assertThat(read).isInstanceOf(Line.Put.class);
            assertThat(FieldFault.inWords(read.warnings()))
                    .startsWith(warned ? "assetPriority: has no effect" : "")
                    .matches(text -> text.isEmpty() != warned);
        });
    }

    @Test
    void strictly_a_warning_is_a_fault() throws IOException {
        EventLines lines = FileFormat.CSV.read(CatalogTopic.BPD_VARIANTS, Ndjson.stream("barcode\n1.23457E+12\nb\n"));
        assertThat(Ndjson.all(lines.judged(Line::strictly)))
                .satisfiesExactly(
                        ruined -> assertThat(ruined)
                                .isInstanceOfSatisfying(
                                        Line.Faulty.class,
                                        faulty -> assertThat(faulty.faults()).hasSize(1)),
                        fine -> assertThat(fine).isInstanceOf(Line.Put.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "True", "true"})
    void a_spreadsheets_true_is_true(String cell) throws IOException {
        String table = "barcode,delisted,$delete\na," + cell + ",\nb,," + cell + "\nc,"
                + cell.replaceAll("(?i)true", "FALSE") + ",FALSE\n";
        List<Line> lines = lines(FileFormat.CSV, CatalogTopic.BPD_VARIANTS, table);
        assertThat(lines).hasSize(3);
        assertThat(((BpdVariant) ((Line.Put) lines.get(0)).value()).getDelisted())
                .isTrue();
        assertThat(lines.get(1)).isEqualTo(new Line.Delete(3, "b", List.of()));
        assertThat(((BpdVariant) ((Line.Put) lines.get(2)).value()).getDelisted())
                .isFalse();
    }

    private static List<Line> lines(FileFormat format, CatalogTopic topic, String text) throws IOException {
        return Ndjson.all(format.read(topic, Ndjson.stream(text)));
    }
}
