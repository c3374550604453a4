package dev.partnercatalog.operations.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of a report.
 *
 * @param title what it lists
 * @param rows each as long as the headings
 * @param form how programs get it, null for not at all
 * @param more number of further rows that are left out
 * @param empty what people read in place of a table without rows; empty for nothing
 */
public record ReportTable(
        String title,
        List<Heading> headings,
        List<List<Cell>> rows,
        @Nullable Form form,
        long more,
        String empty) implements Part {

    public ReportTable {
        headings = List.copyOf(headings);
        rows = List.copyOf(rows);
    }

    /**
     * The name of a column.
     *
     * @param key the member's name for programs, null for none; a slash divides the names of nested members
     * @param title the name for people, null for none
     */
    public record Heading(@Nullable String key, @Nullable String title) {}

    /**
     * How programs get a table.
     *
     * @param key the member's name; a slash divides the names of nested members
     * @param byFirst whether it is one object with a member for each row, named by the row's first cell; otherwise it is an
     *     array
     */
    public record Form(String key, boolean byFirst) {}

    /** As an array of objects. */
    public ReportTable asArray(String key) {
        return new ReportTable(title, headings, rows, new Form(key, false), more, empty);
    }

    /** As an object with a member for each row, which is the other column's value if there is only one. */
    public ReportTable asObject(String key) {
        return new ReportTable(title, headings, rows, new Form(key, true), more, empty);
    }

    public ReportTable andMore(long number) {
        return new ReportTable(title, headings, rows, form, number, empty);
    }

    public ReportTable orWhereEmpty(String otherwise) {
        return new ReportTable(title, headings, rows, form, more, otherwise);
    }

    /** Whether people see a column: it has a title, and any value or an absence that is told. */
    public boolean isShown(int column) {
        return headings.get(column).title() != null
                && rows.stream().anyMatch(row -> !(row.get(column) instanceof Cell.Absent absent) || absent.isTold());
    }
}
