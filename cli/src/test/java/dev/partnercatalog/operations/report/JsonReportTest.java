package dev.partnercatalog.operations.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReportTest {

    private static final Columns<String> NAMES = Columns.<String>none()
            .with("name", "name", Cell::text)
            .shown("greeting", name -> Cell.text("hello " + name))
            .with("size/letters", "letters", name -> Cell.number(name.length()))
            .inJson("size/even", name -> new Cell.Flag(name.length() % 2 == 0));

    @Test
    void numbers_times_and_choices_keep_their_types_and_what_only_people_read_is_left_out() {
        assertThat(JsonReport.of(Part.Facts.of(
                                Part.fact("count", "letters", Cell.number(3)),
                                Part.inJson("at", Cell.time(Instant.EPOCH)),
                                Part.inJson("done", new Cell.Flag(true)),
                                Part.shown("note", Cell.text("for people"))))
                        .toString())
                .isEqualTo("{\"count\":3,\"at\":\"1970-01-01T00:00:00Z\",\"done\":true}");
    }

    @Test
    void a_missing_value_is_left_out_unless_its_absence_is_told() {
        assertThat(JsonReport.of(Part.Facts.of(
                                Part.inJson("nothing", Cell.text(null)),
                                Part.inJson("told", Cell.orNull(Cell.text(null)))))
                        .toString())
                .isEqualTo("{\"told\":null}");
    }

    @Test
    void bytes_that_are_no_text_come_in_base64_under_a_name_that_says_so() {
        assertThat(JsonReport.of(Part.Facts.of(
                                Part.inJson("key", new Cell.Bytes(new byte[] {'a'}, 9)),
                                Part.inJson("value", new Cell.Bytes(new byte[] {-1}, 9))))
                        .toString())
                .isEqualTo("{\"key\":\"a\",\"valueBase64\":\"/w==\"}");
    }

    @Test
    void a_table_is_a_list_or_an_object_by_its_first_column_with_members_within_members() {
        ReportTable table = NAMES.table("Names", List.of("a", "bc"));
        assertThat(JsonReport.lines(table).get(0).toString())
                .isEqualTo("{\"name\":\"a\",\"size\":{\"letters\":1,\"even\":false}}");
        Report report = Report.of("", List.of(Part.Section.of("All", table.asObject("names"))), List.of());
        assertThat(JsonReport.of(report).toString())
                .isEqualTo("{\"names\":{\"a\":{\"size\":{\"letters\":1,\"even\":false}},"
                        + "\"bc\":{\"size\":{\"letters\":2,\"even\":true}}},\"unreadableRecords\":0}");
    }

    @Test
    void an_object_of_one_other_column_has_its_values_as_members() {
        ReportTable table = Columns.<String>none()
                .with("name", "name", Cell::text)
                .with("letters", "letters", name -> Cell.number(name.length()))
                .table("", List.of("a/b"));
        assertThat(JsonReport.of(Report.of("", List.of(table.asObject("letters")), List.of()))
                        .toString())
                .isEqualTo("{\"letters\":{\"a/b\":3},\"unreadableRecords\":0}");
    }
}
