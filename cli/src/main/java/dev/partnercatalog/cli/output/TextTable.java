package dev.partnercatalog.cli.output;

import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A plain table, each column as wide as its widest cell. A column without a value is left out. Not thread-safe.
 */
public final class TextTable {

    private static final String GAP = "  ";

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
        if (!rows.isEmpty()) {
            lines.add(IntStream.of(shown).mapToObj(headings::get).toList());
        }
        for (List<@Nullable String> row : rows) {
            lines.add(IntStream.of(shown)
                    .mapToObj(column -> Objects.requireNonNullElse(row.get(column), "-"))
                    .toList());
        }
        print(lines, out, indent);
    }

    /** Prints each value of the only row on a line of its own, after its heading. */
    void printFacts(PrintWriter out) {
        List<List<String>> lines = new ArrayList<>();
        for (int column = 0; column < headings.size(); column++) {
            String value = rows.get(0).get(column);
            if (value != null) {
                lines.add(List.of(headings.get(column) + ":", value));
            }
        }
        print(lines, out, "");
    }

    private static void print(List<List<String>> lines, PrintWriter out, String indent) {
        int columns = lines.isEmpty() ? 0 : lines.get(0).size();
        int[] widths = IntStream.range(0, columns)
                .map(column -> lines.stream()
                        .mapToInt(line -> width(line.get(column)))
                        .max()
                        .orElse(0))
                .toArray();
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder(indent);
            for (int column = 0; column < columns; column++) {
                String cell = line.get(column);
                text.append(cell)
                        .append(" ".repeat(widths[column] - width(cell)))
                        .append(GAP);
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
