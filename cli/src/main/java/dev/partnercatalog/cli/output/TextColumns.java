package dev.partnercatalog.cli.output;

import java.util.ArrayList;
import java.util.List;

/** The widths of a table's columns: each as wide as its widest cell, unless the table would be wider than it may be. */
final class TextColumns {

    private static final String GAP = "  ";

    /** A narrower column can't be read. */
    private static final int NARROWEST = 16;

    private final int[] widths;

    TextColumns(List<List<String>> rows, int most) {
        widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        int all = (widths.length - 1) * GAP.length();
        for (int width : widths) {
            all += width;
        }
        for (int over = all - most; over > 0; over--) {
            int widest = 0;
            for (int column = 1; column < widths.length; column++) {
                widest = widths[column] > widths[widest] ? column : widest;
            }
            if (widths[widest] <= NARROWEST) {
                return;
            }
            widths[widest]--;
        }
    }

    /** The lines of a row: more than one if a cell is wider than its column. */
    List<String> lines(List<String> row) {
        List<List<String>> cells = new ArrayList<>();
        int height = 1;
        for (int column = 0; column < widths.length; column++) {
            cells.add(folded(row.get(column), widths[column]));
            height = Math.max(height, cells.get(column).size());
        }
        List<String> lines = new ArrayList<>();
        for (int line = 0; line < height; line++) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                List<String> cell = cells.get(column);
                String part = line < cell.size() ? cell.get(line) : "";
                text.append(part)
                        .append(" ".repeat(widths[column] - width(part)))
                        .append(GAP);
            }
            lines.add(text.toString());
        }
        return lines;
    }

    /** Folds at a space if there is one, so that words stay whole. */
    private static List<String> folded(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (width(rest) > width) {
            int end = rest.offsetByCodePoints(0, width);
            int space = rest.lastIndexOf(' ', end);
            int cut = space > 0 ? space : end;
            lines.add(rest.substring(0, cut));
            rest = rest.substring(space > 0 ? cut + 1 : cut);
        }
        lines.add(rest);
        return lines;
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
