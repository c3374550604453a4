package dev.partnercatalog.cli.output;

import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A plain table, each column as wide as its widest cell; one without a value is left out. Not thread-safe. */
public final class TextTable {

    private static final int GAP = 2;

    private final List<String> headings;
    private final List<List<@Nullable String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        this.headings = List.of(headings);
    }

    /** Adds a row: a value for each heading, null for none. */
    public TextTable row(@Nullable Object... values) {
        List<@Nullable String> cells = new ArrayList<>();
        for (Object value : values) {
            String text = value instanceof Boolean on ? (on ? "yes" : "no") : String.valueOf(value);
            cells.add(value == null ? null : PrintableText.of(text));
        }
        rows.add(cells);
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints the headings and the rows; nothing without rows. */
    void print(PrintWriter out, String indent) {
        int[] shown = IntStream.range(0, headings.size())
                .filter(column -> rows.stream().anyMatch(row -> row.get(column) != null))
                .toArray();
        List<List<String>> lines = new ArrayList<>();
        for (List<@Nullable String> row : isEmpty() ? rows : Stream.concat(Stream.of(headings), rows.stream()).toList()) {
            lines.add(IntStream.of(shown)
                    .mapToObj(column -> Objects.requireNonNullElse(row.get(column), "-"))
                    .toList());
        }
        print(lines, out, indent);
    }

    /** Prints each value of the only row on a line of its own, after its heading. */
    void printFacts(PrintWriter out) {
        List<@Nullable String> row = rows.get(0);
        print(
                IntStream.range(0, headings.size())
                        .filter(column -> row.get(column) != null)
                        .mapToObj(column -> List.of(headings.get(column) + ":", String.valueOf(row.get(column))))
                        .toList(),
                out,
                "");
    }

    private static void print(List<List<String>> lines, PrintWriter out, String indent) {
        int[] widths = new int[lines.isEmpty() ? 0 : lines.get(0).size()];
        lines.forEach(line -> Arrays.setAll(widths, column -> Math.max(widths[column], width(line.get(column)))));
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder(indent);
            for (int i = 0; i < widths.length; i++) {
                text.append(line.get(i)).append(" ".repeat(widths[i] - width(line.get(i)) + GAP));
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
