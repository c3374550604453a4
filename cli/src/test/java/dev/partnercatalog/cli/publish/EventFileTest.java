package dev.partnercatalog.cli.publish;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.publish.EventFile.Format;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventFileTest {

    private static final String ROWS = "companyId,locationId,sku,barcode\r\n7,70,s,b\r\n";
    private static final String LINE = "{\"companyId\":7,\"locationId\":70,\"sku\":\"s\",\"barcode\":\"b\"}\n";

    @Test
    void a_byte_order_mark_is_no_part_of_the_content() {
        byte[] table = ("\uFEFF" + ROWS).getBytes(UTF_8);
        byte[] lines = ("\uFEFF" + LINE).getBytes(UTF_8);
        assertThat(read("x.csv", table)).satisfiesExactly(EventFileTest::isListing);
        assertThat(read("x", lines)).satisfiesExactly(EventFileTest::isListing);
        assertThat(read("joined", ("\uFEFF" + LINE).repeat(2).getBytes(UTF_8)))
                .satisfiesExactly(EventFileTest::isListing, EventFileTest::isListing);
    }

    @ParameterizedTest
    @CsvSource({
        "data/listings.csv, true, LISTINGS",
        "BPD-Variants.CSV, true, BPD_VARIANTS",
        "companies.ndjson, false, COMPANIES",
        "partners, false, PARTNERS",
        "export.csv, true,",
        "-, false,",
        "resolved-variants.csv, true,"
    })
    void the_name_says_topic_and_format(String name, boolean csv, CatalogTopic topic) {
        assertThat(EventFile.topic(name).orElse(null)).isEqualTo(topic);
        String content = csv ? ROWS : LINE;
        assertThat(read(name, content.getBytes(UTF_8))).satisfiesExactly(EventFileTest::isListing);
        assertThat(read(name, csv ? Format.NDJSON : Format.CSV, content.getBytes(UTF_8)))
                .allSatisfy(line -> assertThat(line).isInstanceOf(Line.Faulty.class));
    }

    @Test
    void a_first_line_with_a_fault_does_not_hold_up_the_rest() {
        for (String first : List.of("{\"companyId\":}\n", "x\n", "\u00e9\n", "{\n")) {
            assertThat(read("x", (first + LINE).getBytes(ISO_8859_1)))
                    .satisfiesExactly(
                            line -> assertThat(line).isInstanceOf(Line.Faulty.class), EventFileTest::isListing);
        }
    }

    @Test
    void a_file_of_nothing_but_blank_lines_has_no_events() {
        assertThat(read("x", new byte[0])).isEmpty();
        assertThat(read("x", " \n".repeat(10_000).getBytes(UTF_8))).isEmpty();
    }

    private static void isListing(Line line) {
        assertThat(line)
                .isInstanceOfSatisfying(
                        Line.Event.class, event -> assertThat(event.key()).isEqualTo("7/70/s"));
    }

    private static List<Line> read(String name, byte[] content) {
        return read(name, null, content);
    }

    private static List<Line> read(String name, @Nullable Format format, byte[] content) {
        return Ndjson.all(EventFile.lines(name, format, CatalogTopic.LISTINGS, new ByteArrayInputStream(content)));
    }
}
