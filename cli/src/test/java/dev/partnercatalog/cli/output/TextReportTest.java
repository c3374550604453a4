package dev.partnercatalog.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Report;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextReportTest {

    private static final Columns<String> REASONS = Columns.<String>none()
            .with("id", "id", reason -> new Cell.DeadLetterId("0-1"))
            .with("from", "from", reason -> Cell.none())
            .with("reason", "reason", Cell::text);

    @Test
    void a_cell_that_is_too_wide_is_continued_between_words_and_empty_columns_are_left_out() {
        assertThat(lines(36, REASONS.table("Letters", List.of("the key and the value disagree about it"))))
                .containsExactly(
                        "Letters", "  id   reason", "  0-1  the key and the value", "       disagree about it");
    }

    @Test
    void a_word_that_is_longer_than_its_column_is_divided() {
        assertThat(lines(24, REASONS.table("", List.of("x".repeat(20)))))
                .containsExactly("  id   reason", "  0-1  xxxxxxxxxxxxxxxxx", "       xxx");
    }

    @Test
    void what_a_terminal_would_act_on_is_escaped_before_it_is_measured() {
        assertThat(lines(80, REASONS.table("", List.of("\u001b[2J", "plain"))))
                .containsExactly("  id   reason", "  0-1  \\u001b[2J", "  0-1  plain");
    }

    @Test
    void facts_without_a_value_are_left_out_and_a_table_without_rows_says_so() {
        assertThat(lines(
                        80,
                        Part.Facts.of(Part.shown("due", Cell.number(3)), Part.shown("oldest", Cell.none())),
                        REASONS.table("Letters", List.of()).orWhereEmpty("None.")))
                .containsExactly("due:  3", "", "Letters", "  None.");
    }

    private static Stream<String> lines(int width, Part... parts) {
        StringWriter text = new StringWriter();
        new TextReport(new PrintWriter(text), width).print(Report.of("", List.of(parts), List.of()));
        return text.toString().lines();
    }
}
