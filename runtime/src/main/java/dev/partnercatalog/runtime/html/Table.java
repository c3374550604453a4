package dev.partnercatalog.runtime.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table with a caption and headers, in a frame that scrolls if the window is narrower than the table; on a phone each
 * row is a card. Roles are explicit, because browsers drop them when a table is styled differently. The first cell of
 * each row is its header, unless it is empty. Not thread-safe.
 */
public final class Table {

    private final String caption;
    private final List<String> headers;
    private final List<Html> rows = new ArrayList<>();

    public Table(String caption, String... headers) {
        this.caption = caption;
        this.headers = List.of(headers);
    }

    public Table row(Html... cells) {
        return row(Arrays.asList(cells));
    }

    public Table row(List<Html> cells) {
        List<Html> row = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            row.add(
                    i == 0 && !cells.get(i).isEmpty()
                            ? Tag.TH
                                    .with(Attribute.SCOPE, "row")
                                    .with(Attribute.ROLE, "rowheader")
                                    .of(cells.get(i))
                            : Tag.TD
                                    .with(Attribute.ROLE, "cell")
                                    .of(
                                            label(headers.get(i)),
                                            Tag.SPAN.styled("in").of(cells.get(i))));
        }
        rows.add(Tag.TR.with(Attribute.ROLE, "row").of(Html.of(row)));
        return this;
    }

    /** If a row is shown as a card, its cells have no header above them; screen readers announce it anyway. */
    private static Html label(String header) {
        return Tag.SPAN.styled("of").with(Attribute.ARIA_HIDDEN, "true").of(header);
    }

    /** A column without a name has no header: an empty one would only be announced. */
    private static Html header(String name) {
        return name.isEmpty()
                ? Tag.TD.with(Attribute.ROLE, "cell").of()
                : Tag.TH
                        .with(Attribute.SCOPE, "col")
                        .with(Attribute.ROLE, "columnheader")
                        .of(name);
    }

    /** The table, or this text if it has no rows. */
    public Html orWhereEmpty(String otherwise) {
        return rows.isEmpty() ? Tag.P.styled("quiet").of(otherwise) : html();
    }

    public Html html() {
        Html head = Html.of(headers.stream().map(Table::header).toList());
        return Tag.DIV
                .styled("frame")
                .with(Attribute.ROLE, "region")
                .with(Attribute.ARIA_LABEL, caption)
                .with(Attribute.TABINDEX, "0")
                .of(Tag.TABLE
                        .with(Attribute.ROLE, "table")
                        .of(
                                Tag.CAPTION.of(caption),
                                Tag.THEAD
                                        .with(Attribute.ROLE, "rowgroup")
                                        .of(Tag.TR.with(Attribute.ROLE, "row").of(head)),
                                Tag.TBODY.with(Attribute.ROLE, "rowgroup").of(Html.of(rows))));
    }
}
