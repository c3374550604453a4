package dev.partnercatalog.cli.publish;

import static dev.partnercatalog.cli.publish.Ndjson.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.schemas.conversion.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {

    @Test
    void columns_name_fields_and_cells_are_as_their_types_have_them() {
        BpdVariant variant = (BpdVariant) put("""
                        barcode,name,unitSize,packagedQuantity,delisted,thc.avg,thc.max,secondaryCannabinoids.CBG.avg,lineages,tags
                        b,"Blue, ""the"" Dream",3.5,2,true,20,25,1.5,"[""a"",""b""]",
                        """);
        assertThat(variant.getName()).isEqualTo("Blue, \"the\" Dream");
        assertThat(variant.getUnitSize()).isEqualTo(3.5);
        assertThat(variant.getPackagedQuantity()).isEqualTo(2);
        assertThat(variant.getDelisted()).isTrue();
        assertThat(variant.getThc().getAvg()).isEqualTo("20");
        assertThat(variant.getThc().getMax()).isEqualTo("25");
        assertThat(variant.getSecondaryCannabinoids()).containsOnly(Map.entry("CBG", new Range("1.5", "", "")));
        assertThat(variant.getLineages()).containsExactly("a", "b");
        assertThat(variant.getTags()).isNull();
    }

    @Test
    void an_empty_cell_leaves_the_field_out() {
        BpdVariant variant = (BpdVariant) put("barcode,packagedQuantity,thc.avg\nb,,\n");
        assertThat(variant.getPackagedQuantity()).isEqualTo(((BpdVariant) put("barcode\nb\n")).getPackagedQuantity());
    }

    @Test
    void a_row_with_delete_takes_the_record_of_its_key_back() {
        assertThat(lines(
                        CatalogTopic.LISTINGS,
                        "$delete,companyId,locationId,sku,barcode\ntrue,1,2,s,\nfalse,1,2,t,b\n,1,2,u,b\n"))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo(new Line.Event(2, "1/2/s", null)),
                        second -> assertThat(((Line.Event) second).value()).isNotNull(),
                        third -> assertThat(((Line.Event) third).value()).isNotNull());
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode,delisted,$delete\na,TRUE,\nb,,True\nc,FALSE,FALSE\n"))
                .extracting(line -> ((Line.Event) line).value() == null)
                .containsExactly(false, true, false);
    }

    @Test
    void a_row_over_several_lines_counts_from_its_first_and_blank_lines_are_none() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode,name\n\nb,\"two\nlines\"\nc,x\n"))
                .extracting(Line::number)
                .containsExactly(3L, 5L);
    }

    @Test
    void windows_line_ends_are_taken() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode,name\r\nb,x\r\n"))
                .satisfiesExactly(line -> assertThat(((Line.Event) line).key()).isEqualTo("b"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "barcode,nmae;b,x                     | 1 | nmae: BpdVariant has no such field",
                "barcode,name.x;b,x                   | 1 | [\"name.x\"]: BpdVariant has no such field",
                "barcode,barcode;b,b                  | 1 | barcode: is also in another column",
                "barcode,$delete,$delete;b,,          | 1 | $delete: is also in another column",
                "barcode,thc,thc.avg;b,,20            | 1 | [\"thc.avg\"]: is also in another column",
                "barcode,packagedQuantity;b,1.0       | 2 | packagedQuantity: must be a whole number from -2147483648 to 2147483647, but is the text \"1.0\"",
                "barcode,packagedQuantity;b,2147483648 | 2 | packagedQuantity: must be a whole number from -2147483648 to 2147483647, but is the number 2147483648",
                "barcode,unitSize;b,a lot             | 2 | unitSize: must be a number within the range of a double, but is the text \"a lot\"",
                "barcode,delisted;b,yes               | 2 | delisted: must be true or false, but is the text \"yes\"",
                "barcode,unitSize;b,'3,5'             | 2 | unitSize: must be a number within the range of a double, but is the text \"3,5\"",
                "barcode, Name;b,x                    | 1 | [\" Name\"]: BpdVariant has no such field",
                "barcode,tags;b,a                     | 2 | tags: must be a list such as [\"Indica\",\"Hybrid\"] in JSON, but is \"a\"",
                "barcode,thc;b,20 %                   | 2 | thc: must be an object such as {\"avg\":\"20\"} in JSON, but is \"20 %\"",
                "barcode,tags;b,[] []                 | 2 | tags: must be a list such as",
                "barcode,tags;b,[1]                   | 2 | tags[0]: must be text, but is the number 1",
                "barcode,name;b                       | 2 | has 1 cell, but the header has 2 columns",
                "barcode,name;b,x,y                   | 2 | has 3 cells, but the header has 2 columns",
                "barcode,$delete;b,yes                | 2 | $delete: must be true, false or empty, but is the text \"yes\"",
                "barcode,name,$delete;b,x,true        | 2 | $delete.name: BpdVariantKey has no such field",
                "name;x                               | 2 | barcode: is missing",
                "Barcodes,x;b,x                       | 1 | Barcodes: BpdVariant has no such field",
                "barcode,name;b,'x                    | 2 | or one soon after it is not valid CSV: a quote is misplaced or never closed",
                "barcode,'name                        | 1 | or one soon after it is not valid CSV: a quote is misplaced or never closed",
                "barcode,name;b,'x'y                  | 2 | or one soon after it is not valid CSV",
            })
    void what_does_not_fit_is_named_with_its_line(String table, long line, String fault) {
        List<Line> lines =
                lines(CatalogTopic.BPD_VARIANTS, table.replace(';', '\n').replace('\'', '"'));
        assertThat(lines).singleElement().isInstanceOfSatisfying(Line.Faulty.class, faulty -> {
            assertThat(faulty.number()).isEqualTo(line);
            assertThat(faulty.faults().get(0).toString()).startsWith(fault);
        });
    }

    @Test
    void a_file_without_rows_has_no_events() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "")).isEmpty();
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode,name")).isEmpty();
    }

    @Test
    void rows_behind_one_that_does_not_fit_are_read() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode,name\nb\nc,x\n"))
                .hasExactlyElementsOfTypes(Line.Faulty.class, Line.Event.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "\t", ","})
    void the_header_tells_what_separates_the_columns(String separator) {
        String table =
                "\"barcode\"|name|lineages\r\nb|a,b;c|\"[\"\"Indica\"\"]\"\r\n".replace("a,b;c", "\"a,b;c\\td\"");
        assertThat(lines(CatalogTopic.BPD_VARIANTS, table.replace("\\t", "\t").replace("|", separator)))
                .singleElement()
                .extracting(line -> (BpdVariant) Ndjson.value(line))
                .satisfies(variant -> {
                    assertThat(variant.getName()).isEqualTo("a,b;c\td");
                    assertThat(variant.getLineages()).containsExactly("Indica");
                });
    }

    @Test
    void bytes_that_are_no_utf_8_are_a_fault_of_their_row_and_column_and_the_others_are_read() {
        String table = "barcode,name\n" + "b,x\n".repeat(5_000) + "c,Caf\u00e9\nd,\"y\"\n";
        List<Line> lines = Ndjson.all(new CsvReader(
                CatalogTopic.BPD_VARIANTS, new ByteArrayInputStream(table.getBytes(StandardCharsets.ISO_8859_1))));
        assertThat(lines).hasSize(5_002);
        assertThat(lines.get(5_000))
                .isEqualTo(new Line.Faulty(
                        5_002, List.of(new FieldFault("name", "is not UTF-8: save the file as UTF-8"))));
        assertThat(lines.get(5_001)).isInstanceOf(Line.Event.class);
    }

    @Test
    void a_table_may_end_its_lines_with_a_carriage_return_alone() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode;name\r" + "b;x\r".repeat(5_000)))
                .hasSize(5_000)
                .allMatch(Line.Event.class::isInstance);
    }

    private static SpecificRecord put(String csv) {
        return Ndjson.value(lines(CatalogTopic.BPD_VARIANTS, csv).get(0));
    }

    private static List<Line> lines(CatalogTopic topic, String csv) {
        return Ndjson.all(new CsvReader(topic, stream(csv)));
    }
}
