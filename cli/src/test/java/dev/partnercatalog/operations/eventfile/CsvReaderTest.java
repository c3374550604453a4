package dev.partnercatalog.operations.eventfile;

import static dev.partnercatalog.operations.eventfile.Ndjson.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CsvReaderTest {

    private static final int RUNS = 200;

    @Test
    void columns_name_fields_and_cells_are_as_their_types_have_them() {
        BpdVariant variant = (BpdVariant) put("""
                        barcode,name,unitSize,packagedQuantity,delisted,thc.avg,thc.max,secondaryCannabinoids.CBG.avg,lineages,tags
                        b,"Blue, ""the"" Dream",3.5,2,true,20,25,1.5,"[""a"",""b""]",
                        """).value();
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
        BpdVariant variant =
                (BpdVariant) put("barcode,packagedQuantity,thc.avg\nb,,\n").value();
        assertThat(variant.getPackagedQuantity())
                .isEqualTo(((BpdVariant) put("barcode\nb\n").value()).getPackagedQuantity());
    }

    @Test
    void a_row_with_delete_takes_the_record_of_its_key_back() {
        assertThat(lines(
                        CatalogTopic.LISTINGS,
                        "$delete,companyId,locationId,sku,barcode\ntrue,1,2,s,\nfalse,1,2,t,b\n,1,2,u,b\n"))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo(new Line.Delete(2, "1/2/s", List.of())),
                        second -> assertThat(second).isInstanceOf(Line.Put.class),
                        third -> assertThat(third).isInstanceOf(Line.Put.class));
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
                .satisfiesExactly(line -> assertThat(((Line.Put) line).key()).isEqualTo("b"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "barcode,nmae;b,x                     | 1 | nmae: BpdVariant has no such field",
                "barcode,name.x;b,x                   | 1 | [\"name.x\"]: BpdVariant has no such field",
                "barcode,barcode;b,b                  | 1 | barcode: is the name of more than one column",
                "barcode,thc,thc.avg;b,,20            | 1 | [\"thc.avg\"]: is also in the column thc",
                "barcode,packagedQuantity;b,1.0       | 2 | packagedQuantity: must be a whole number from -2147483648 to 2147483647, but is the text \"1.0\"",
                "barcode,packagedQuantity;b,2147483648 | 2 | packagedQuantity: must be a whole number from -2147483648 to 2147483647, but is the number 2147483648",
                "barcode,unitSize;b,a lot             | 2 | unitSize: must be a number within the range of a double, but is the text \"a lot\"",
                "barcode,delisted;b,yes               | 2 | delisted: must be true or false, but is the text \"yes\"",
                "barcode,unitSize;b,'3,5'             | 2 | unitSize: must be a number within the range of a double, but is the text \"3,5\": write it with a point",
                "barcode,unitSize;b,NULL              | 2 | unitSize: must be a number within the range of a double, but is the text \"NULL\": if there is no value, leave the field out",
                "barcode, Name;b,x                    | 1 | [\" Name\"]: BpdVariant has no such field; perhaps \"name\" is meant",
                "barcode,THC Avg;b,20                 | 1 | [\"THC Avg\"]: BpdVariant has no such field; perhaps \"thc.avg\" is meant",
                "barcode,name,,;b,x,,y                | 2 | has \"y\" in column 4, which has no name in the header",
                "barcode,tags;b,a                     | 2 | tags: is not JSON, such as [\"a\",\"b\"] for a list",
                "barcode,tags;b,[] []                 | 2 | tags: must be one JSON value",
                "barcode,tags;b,[1]                   | 2 | tags[0]: must be text, but is the number 1",
                "barcode,name;b                       | 2 | has 1 cell, but the header has 2 columns",
                "barcode,name;b,x,y                   | 2 | has 3 cells, but the header has 2 columns",
                "barcode,$delete;b,yes                | 2 | $delete: must be true, false or empty, but is the text \"yes\"",
                "barcode,name,$delete;b,x,true        | 2 | $delete.name: BpdVariantKey has no such field",
                "name;x                               | 2 | barcode: is missing",
                "barcode,name;b,'x                    | 2 | has a quote that is never closed",
                "barcode,'name                        | 1 | has a quote that is never closed",
                "barcode,name;b,'x'y                  | 2 | is not valid CSV",
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
    void columns_without_a_name_and_rows_that_are_nothing_but_commas_are_none() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, ",,,\nbarcode,name,,\nb,x,,\n,,,\nc,y,,\n,,,\n"))
                .extracting(line -> line instanceof Line.Put put ? put.number() + put.key() : line.toString())
                .containsExactly("3b", "5c");
    }

    @Test
    void a_file_without_rows_has_no_events() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "")).isEmpty();
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode,name")).isEmpty();
    }

    @Test
    void rows_behind_one_that_does_not_fit_are_read() {
        assertThat(lines(CatalogTopic.BPD_VARIANTS, "barcode,name\nb\nc,x\n"))
                .extracting(line -> line.getClass().getSimpleName())
                .containsExactly("Faulty", "Put");
    }

    @Test
    void bytes_that_are_no_utf_8_are_a_fault() throws IOException {
        byte[] bytes = "barcode,name\nb,x\nc,\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        CsvReader reader = new CsvReader(CatalogTopic.BPD_VARIANTS, new ByteArrayInputStream(bytes));
        List<Line> lines = Ndjson.all(reader);
        assertThat(lines.get(lines.size() - 1))
                .isInstanceOfSatisfying(
                        Line.Faulty.class,
                        line -> assertThat(line.faults().toString()).contains("is not UTF-8"));
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.operations.eventfile.NdjsonPropertyTest#inputs")
    void a_row_says_what_the_line_of_the_same_fields_says(CatalogTopic topic) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < RUNS; run++) {
            SpecificRecord record = new RandomRecords(random).record(topic);
            ObjectNode object = new PlainJson(random).object(record);
            // An empty cell omits its field, so an empty text can only be written in a line.
            object.properties().removeIf(field -> field.getValue().asText("-").isEmpty());
            Line expected = Ndjson.lines(topic, object.toString().getBytes(StandardCharsets.UTF_8))
                    .get(0);
            List<Line> rows = lines(topic, table(object));
            assertThat(rows).as("seed %d: %s", seed, object).hasSize(1);
            assertThat(content(rows.get(0))).as("seed %d: %s", seed, object).isEqualTo(content(expected));
        }
    }

    private static Object content(Line line) {
        return line instanceof Line.Put put ? List.of(put.key(), put.value()) : line.getClass();
    }

    private static String table(ObjectNode object) {
        List<String> names = new ArrayList<>();
        List<String> cells = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            names.add(field.getKey());
            String cell = value.isNull() ? "" : value.isContainerNode() ? value.toString() : value.asText();
            cells.add('"' + cell.replace("\"", "\"\"") + '"');
        }
        return String.join(",", names) + "\n" + String.join(",", cells) + "\n";
    }

    private static Line.Put put(String csv) {
        return (Line.Put) lines(CatalogTopic.BPD_VARIANTS, csv).get(0);
    }

    private static List<Line> lines(CatalogTopic topic, String csv) {
        return Ndjson.all(new CsvReader(topic, stream(csv)));
    }
}
