package dev.partnercatalog.operations.report;

import dev.partnercatalog.operations.report.ReportTable.Heading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a report says of each of many things: a table of all of them, or the facts of one. Immutable.
 *
 * @param <T> the things
 */
public final class Columns<T> {

    private final List<Column<T>> columns;

    private record Column<T>(Heading heading, Function<? super T, ? extends Cell> cell) {}

    private Columns(List<Column<T>> columns) {
        this.columns = columns;
    }

    public static <T> Columns<T> none() {
        return new Columns<>(List.of());
    }

    /** Adds a column for people and programs. */
    public Columns<T> with(String key, String title, Function<? super T, ? extends Cell> cell) {
        return and(key, title, cell);
    }

    /** Adds a column for people. */
    public Columns<T> shown(String title, Function<? super T, ? extends Cell> cell) {
        return and(null, title, cell);
    }

    /** Adds a column for programs. */
    public Columns<T> inJson(String key, Function<? super T, ? extends Cell> cell) {
        return and(key, null, cell);
    }

    /** Adds the columns of another. */
    public Columns<T> and(Columns<T> others) {
        List<Column<T>> all = new ArrayList<>(columns);
        all.addAll(others.columns);
        return new Columns<>(List.copyOf(all));
    }

    private Columns<T> and(@Nullable String key, @Nullable String title, Function<? super T, ? extends Cell> cell) {
        List<Column<T>> all = new ArrayList<>(columns);
        all.add(new Column<>(new Heading(key, title), cell));
        return new Columns<>(List.copyOf(all));
    }

    /** The table of these things; programs don't get it unless it says how. */
    public ReportTable table(String title, Collection<? extends T> things) {
        return ofRows(title, things.stream().map(this::row).toList());
    }

    /** The table of these rows, for things that are too large to keep. */
    public ReportTable ofRows(String title, List<List<Cell>> rows) {
        return new ReportTable(title, columns.stream().map(Column::heading).toList(), rows, null, 0, "");
    }

    /** The row of one thing. */
    public List<Cell> row(T thing) {
        return columns.stream().<Cell>map(column -> column.cell().apply(thing)).toList();
    }

    /** What is said of one of them. */
    public Part.Facts facts(T thing) {
        return new Part.Facts(columns.stream()
                .map(column -> new Part.Fact(
                        column.heading().key(),
                        column.heading().title(),
                        column.cell().apply(thing)))
                .toList());
    }
}
