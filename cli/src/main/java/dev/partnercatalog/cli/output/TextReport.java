package dev.partnercatalog.cli.output;

import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prints a report as text. Its tables fit the terminal: long cells are continued on further lines. Not thread-safe. */
public final class TextReport {

    private static final String INDENT = "  ";

    private final PrintWriter out;
    private final int width;
    private boolean begun;

    /** @param width the most characters of a table's line */
    public TextReport(PrintWriter out, int width) {
        this.out = out;
        this.width = width;
    }

    public void print(Report report) {
        if (!report.title().isEmpty()) {
            line(report.title());
        }
        report.parts().forEach(this::print);
    }

    private void print(Part part) {
        if (part instanceof Part.Facts facts) {
            print(facts);
        } else if (part instanceof ReportTable table) {
            print(table);
        } else if (part instanceof Part.Words words) {
            line(words.text());
        } else if (part instanceof Part.Warnings warnings) {
            warnings.texts().forEach(text -> line(warnings.before() + text));
        } else if (part instanceof Part.Section section) {
            Part first = section.parts().get(0);
            if (first instanceof Part.Words
                    || (first instanceof Part.Facts facts && !facts.facts().isEmpty())) {
                gap();
            }
            section.parts().forEach(this::print);
        } else if (part instanceof Part.Items items) {
            items.reports().forEach(report -> {
                gap();
                print(report);
            });
        } else if (part instanceof Part.Verbatim verbatim) {
            line(verbatim.text().stripTrailing());
        } else if (part instanceof Part.Json document) {
            gap();
            line(document.title());
            line(document.text());
        }
    }

    private void line(String text) {
        out.println(text);
        begun = true;
    }

    private void gap() {
        if (begun) {
            out.println();
        }
    }

    /** Prints terms and their values below each other. */
    public void print(Part.Facts facts) {
        List<List<String>> lines = new ArrayList<>();
        for (Part.Fact fact : facts.facts()) {
            if (fact.term() != null && !(fact.cell() instanceof Cell.Absent)) {
                lines.add(List.of(fact.term() + ":", text(fact.cell())));
            }
        }
        lines(lines, "");
    }

    private void print(ReportTable table) {
        if (table.rows().isEmpty() && table.empty().isEmpty()) {
            return;
        }
        if (!table.title().isEmpty()) {
            gap();
            line(table.title());
        }
        if (table.rows().isEmpty()) {
            line(INDENT + table.empty());
        }
        rows(table, INDENT);
    }

    /** Prints the headings and the rows of a table, without its title. */
    public void rows(ReportTable table, String indent) {
        if (table.rows().isEmpty()) {
            return;
        }
        List<Integer> shown = IntStream.range(0, table.headings().size())
                .filter(table::isShown)
                .boxed()
                .toList();
        List<List<String>> lines = new ArrayList<>();
        lines.add(shown.stream()
                .map(column -> String.valueOf(table.headings().get(column).title()))
                .toList());
        table.rows()
                .forEach(row -> lines.add(
                        shown.stream().map(column -> text(row.get(column))).toList()));
        lines(lines, indent);
        if (table.more() > 0) {
            line(indent + "and " + table.more() + " more");
        }
    }

    private void lines(List<List<String>> rows, String indent) {
        if (rows.isEmpty()) {
            return;
        }
        TextColumns columns = new TextColumns(rows, width - indent.length());
        rows.forEach(row -> columns.lines(row).forEach(line -> line((indent + line).stripTrailing())));
    }

    /** The text of a cell. */
    static String text(Cell cell) {
        if (cell instanceof Cell.Flag flag) {
            return flag.on() ? "yes" : "no";
        } else if (cell instanceof Cell.State state) {
            return state.words();
        } else if (cell instanceof Cell.Bytes bytes) {
            return PrintableText.of(bytes.bytes(), bytes.most());
        } else if (cell instanceof Cell.Value value) {
            return ShownValue.of(value.value());
        } else if (cell instanceof Cell.Layered layered) {
            return layered.outcome().words() + " " + text(layered.value());
        } else if (cell instanceof Cell.Many many) {
            return many.cells().stream().map(TextReport::text).collect(Collectors.joining(", "))
                    + (many.more() ? ", …" : "");
        }
        Object plain = JsonReport.plain(cell);
        return plain == null ? "-" : PrintableText.of(plain.toString());
    }
}
