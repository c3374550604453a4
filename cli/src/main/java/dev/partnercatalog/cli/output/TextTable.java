package dev.partnercatalog.cli.output;

import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A plain table, each column as wide as its widest cell. If the table would be wider than it may be, long cells are
 * continued on further lines. A column without a value is left out. Not thread-safe.
 */
public final class TextTable {

    private static final String GAP = "  ";

    /** A narrower column can't be read. */
    private static final int NARROWEST = 16;

    private final List<String> headings;
    private final List<List<@Nullable String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        this.headings = List.of(headings);
    }

    /** Adds a row: a value for each heading, null for none. */
    public TextTable row(@Nullable Object... values) {
        List<@Nullable String> cells = new ArrayList<>();
        for (Object value : values) {
            cells.add(value == null ? null : value instanceof Boolean on ? (on ? "yes" : "no") : printable(value));
        }
        rows.add(cells);
        return this;
    }

    private static String printable(Object value) {
        return PrintableText.of(value.toString());
    }

    /** Prints the headings and the rows; nothing without rows. */
    void print(PrintWriter out, String indent, int most) {
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
        print(lines, out, indent, most);
    }

    /** Prints each value of the only row on a line of its own, after its heading. */
    void printFacts(PrintWriter out, int most) {
        List<List<String>> lines = new ArrayList<>();
        for (int column = 0; column < headings.size(); column++) {
            String value = rows.get(0).get(column);
            if (value != null) {
                lines.add(List.of(headings.get(column) + ":", value));
            }
        }
        print(lines, out, "", most);
    }

    private static void print(List<List<String>> lines, PrintWriter out, String indent, int most) {
        int columns = lines.isEmpty() ? 0 : lines.get(0).size();
        int[] widths = IntStream.range(0, columns)
                .map(column -> lines.stream()
                        .mapToInt(line -> width(line.get(column)))
                        .max()
                        .orElse(0))
                .toArray();
        long all = indent.length()
                + (columns - 1L) * GAP.length()
                + IntStream.of(widths).sum();
        for (long over = all - most; over > 0; over--) {
            int widest = IntStream.range(0, columns).reduce(0, (a, b) -> widths[b] > widths[a] ? b : a);
            if (widths[widest] > NARROWEST) {
                widths[widest]--;
            }
        }
        for (List<String> line : lines) {
            List<String> rest = new ArrayList<>(line);
            do {
                StringBuilder text = new StringBuilder(indent);
                for (int column = 0; column < columns; column++) {
                    String cell = rest.get(column);
                    int end = end(cell, widths[column]);
                    text.append(cell, 0, end)
                            .append(" ".repeat(widths[column] - cell.codePointCount(0, end)))
                            .append(GAP);
                    rest.set(column, cell.substring(end).stripLeading());
                }
                out.println(text.toString().stripTrailing());
            } while (rest.stream().anyMatch(cell -> !cell.isEmpty()));
        }
    }

    /** Where a cell is folded: at a space if there is one, so that words stay whole. */
    private static int end(String cell, int width) {
        if (width(cell) <= width) {
            return cell.length();
        }
        int end = cell.offsetByCodePoints(0, width);
        int space = cell.lastIndexOf(' ', end);
        return space > 0 ? space : end;
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
