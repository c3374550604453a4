package dev.partnercatalog.console.pages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.runtime.text.PrintableText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Reports as markup. */
final class ReportView {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ReportView() {}

    /** A report below its title. */
    static Html of(Report report) {
        return Html.of(
                report.title().isEmpty() ? Html.nothing() : Tag.H2.of(report.title()),
                Html.of(report.unreadable().stream()
                        .map(record -> Shown.fault("A record can't be read: " + record.text() + "; " + record.remedy()))
                        .toList()),
                all(report.faults()),
                all(report.parts()));
    }

    private static Html all(Collection<? extends Part> parts) {
        return Html.of(parts.stream().map(ReportView::of).toList());
    }

    static Html of(Part part) {
        if (part instanceof Part.Facts facts) {
            return of(facts);
        } else if (part instanceof ReportTable table) {
            return of(table, List.of(), row -> List.of());
        } else if (part instanceof Part.Words words) {
            return words.quiet() ? Tag.P.styled("quiet").of(words.text()) : Tag.P.of(words.text());
        } else if (part instanceof Part.Warnings warnings) {
            return Html.of(warnings.texts().stream()
                    .map(text -> Shown.fault(warnings.before() + text))
                    .toList());
        } else if (part instanceof Part.Section section) {
            Html content = all(section.parts());
            return content.isEmpty() ? content : Tag.SECTION.of(Tag.H2.of(section.heading()), content);
        } else if (part instanceof Part.Items items) {
            return Html.of(items.reports().stream()
                    .map(item -> Tag.SECTION.of(Tag.H3.of(item.title()), all(item.parts())))
                    .toList());
        } else if (part instanceof Part.Verbatim verbatim) {
            return Shown.pre(verbatim.title(), verbatim.text());
        } else if (part instanceof Part.Json document) {
            return Shown.pre(document.title(), indented(document.text()));
        }
        return Html.nothing();
    }

    /** Terms with their values; those without one are left out. */
    static Html of(Part.Facts facts) {
        List<Html> shown = facts.facts().stream()
                .filter(fact -> fact.term() != null && !(fact.cell() instanceof Cell.Absent))
                .map(fact -> Shown.fact(capitalized(String.valueOf(fact.term())), of(fact.cell())))
                .toList();
        return shown.isEmpty() ? Html.nothing() : Shown.facts(shown.toArray(Html[]::new));
    }

    /**
     * A table with further columns, which only a page has.
     *
     * @param more their headers
     * @param cells their cells in a row
     */
    static Html of(ReportTable table, List<String> more, IntFunction<List<Html>> cells) {
        if (table.rows().isEmpty()) {
            return table.empty().isEmpty()
                    ? Html.nothing()
                    : Tag.P.styled("quiet").of(table.empty());
        }
        List<Integer> columns = IntStream.range(0, table.headings().size())
                .filter(table::isShown)
                .boxed()
                .toList();
        List<String> headers = new ArrayList<>(columns.stream()
                .map(column ->
                        capitalized(String.valueOf(table.headings().get(column).title())))
                .toList());
        headers.addAll(more);
        Table html = new Table(table.title(), headers.toArray(String[]::new));
        for (int i = 0; i < table.rows().size(); i++) {
            List<Cell> row = table.rows().get(i);
            List<Html> shown = new ArrayList<>(
                    columns.stream().map(column -> of(row.get(column))).toList());
            shown.addAll(cells.apply(i));
            html.row(shown);
        }
        return Html.of(
                html.html(),
                table.more() == 0
                        ? Html.nothing()
                        : Tag.P.styled("quiet").of("and " + Shown.number(table.more()) + " more"));
    }

    /** The value of a cell; what has a page of its own leads there. */
    static Html of(Cell cell) {
        if (cell instanceof Cell.Text text) {
            return Shown.prose(text.text());
        } else if (cell instanceof Cell.Code code) {
            return Tag.CODE.of(code.text());
        } else if (cell instanceof Cell.Count number) {
            return Html.text(Shown.number(number.number()));
        } else if (cell instanceof Cell.Time time) {
            return Shown.time(time.time());
        } else if (cell instanceof Cell.Flag flag) {
            return Html.text(flag.on() ? "yes" : "no");
        } else if (cell instanceof Cell.State state) {
            return Shown.badge(state.mood(), state.words());
        } else if (cell instanceof Cell.Bytes bytes) {
            return Tag.CODE.of(PrintableText.of(bytes.bytes(), bytes.most()));
        } else if (cell instanceof Cell.Value value) {
            return CatalogValues.value(value.value());
        } else if (cell instanceof Cell.Layered layered) {
            return of(layered);
        } else if (cell instanceof Cell.Many many) {
            List<Html> pieces = new ArrayList<>();
            many.cells().forEach(one -> {
                pieces.add(Html.text(pieces.isEmpty() ? "" : ", "));
                pieces.add(of(one));
            });
            pieces.add(Html.text(many.more() ? ", …" : ""));
            return Html.of(pieces);
        }
        return link(cell);
    }

    private static Html link(Cell cell) {
        if (cell instanceof Cell.Partner partner) {
            return PartnerPages.link(partner.id());
        } else if (cell instanceof Cell.DeadLetterId letter) {
            return Tag.A.to(Place.of("dead-letters", letter.id())).of(letter.id());
        } else if (cell instanceof Cell.Company company) {
            return Tag.A
                    .to(Section.COMPLETENESS
                            .place()
                            .with("company", company.id())
                            .with("partner", company.partnerId()))
                    .of(Long.toString(company.id()));
        } else if (cell instanceof Cell.Variant variant) {
            return Tag.A.to(ExplainPages.place(variant)).of(variant.shown());
        }
        return Shown.none();
    }

    private static Html of(Cell.Layered layered) {
        String words = layered.outcome().words();
        String style = switch (layered.outcome()) {
            case WON, REPLACED -> words;
            case FLAG_OFF -> "off";
        };
        return Html.of(Tag.SPAN.styled("outcome " + style).of(words), Html.text(" "), of(layered.value()));
    }

    static String capitalized(String title) {
        return title.isEmpty() ? title : Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }

    private static String indented(String json) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(json));
        } catch (JsonProcessingException e) {
            // Avro's own text of a record needn't be JSON to the letter; it is as good to read.
            return json;
        }
    }
}
