package dev.partnercatalog.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    @Test
    void columns_are_as_wide_as_their_widest_cells_and_empty_ones_are_left_out() {
        assertThat(lines("one", "another")).containsExactly("  id   reason", "  0-1  one", "  0-1  another");
    }

    @Test
    void what_a_terminal_would_act_on_is_escaped_before_it_is_measured() {
        assertThat(lines("\u001b[2J", "plain")).containsExactly("  id   reason", "  0-1  \\u001b[2J", "  0-1  plain");
    }

    @Test
    void facts_without_a_value_are_left_out_and_a_table_without_rows_is_nothing() {
        new TextTable("due", "oldest", "held").row(3, null, true).printFacts(out);
        assertThat(text.toString().lines()).containsExactly("due:   3", "held:  yes");
        assertThat(lines()).containsExactly("due:   3", "held:  yes");
    }

    @Test
    void programs_get_times_as_text_and_no_member_without_a_value() {
        record Seen(String id, Instant at, @Nullable String reason) {}
        assertThat(Json.of(new Seen("0-1", Instant.EPOCH, null)))
                .isEqualTo("{\"id\":\"0-1\",\"at\":\"1970-01-01T00:00:00Z\"}");
    }

    private Stream<String> lines(String... reasons) {
        TextTable table = new TextTable("id", "from", "reason");
        for (String reason : reasons) {
            table.row("0-1", null, reason);
        }
        table.print(out, "  ");
        return text.toString().lines();
    }
}
