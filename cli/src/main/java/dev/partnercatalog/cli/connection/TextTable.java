package dev.partnercatalog.cli.connection;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text, each column as wide as its widest cell. Not thread-safe. */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public void add(List<String> row) {
        rows.add(List.copyOf(row));
    }

    public void print(PrintWriter out, String indent) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                int width = width(row.get(column));
                if (column == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(column, Math.max(width, widths.get(column)));
                }
            }
        }
        rows.forEach(row -> out.println((indent + line(row, widths)).stripTrailing()));
    }

    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(cell)
                    .append(" ".repeat(widths.get(column) - width(cell)))
                    .append(GAP);
        }
        return line.toString();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
