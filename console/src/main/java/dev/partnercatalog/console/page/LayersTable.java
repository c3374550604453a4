package dev.partnercatalog.console.page;

import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Table;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.operations.explain.FieldLayers;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.VariantField;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The layers of a variant side by side, field by field. */
record LayersTable(FieldLayers fields) {

    Html html() {
        List<String> headers = new ArrayList<>(List.of("Field"));
        fields.layers().forEach(layer -> headers.add(header(layer)));
        Table table =
                new Table("The value of each field in each layer, lowest layer first", headers.toArray(String[]::new));
        for (FieldLayers.Row row : fields.rows()) {
            List<Html> cells = new ArrayList<>(List.of(Html.text(row.field().jsonName())));
            row.candidates().forEach(candidate -> cells.add(cell(candidate)));
            table.row(cells);
        }
        String unset = fields.unset().stream().map(VariantField::jsonName).collect(Collectors.joining(", "));
        return Html.of(
                table.orWhereEmpty("No layer sets anything."),
                unset.isEmpty() ? Html.nothing() : Tag.P.styled("quiet").of("No layer sets " + unset + "."));
    }

    private static String header(Layer layer) {
        String title = FieldLayers.title(layer);
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }

    private static Html cell(Candidate candidate) {
        Object value = candidate.value();
        if (value == null) {
            return noValue();
        }
        String shown = ShownValue.of(value);
        return switch (candidate.outcome()) {
            case WON -> won(shown);
            case REPLACED -> replaced(shown);
            case FLAG_OFF -> valued("off", "flag off", shown);
            case NO_VALUE -> noValue();
        };
    }

    static Html won(String value) {
        return valued("won", "won", value);
    }

    static Html replaced(String value) {
        return valued("replaced", "replaced", value);
    }

    static Html noValue() {
        return Tag.SPAN.styled("quiet").of("–");
    }

    private static Html valued(String style, String outcome, String value) {
        return Html.of(Tag.SPAN.styled("outcome " + style).of(outcome), Html.text(" "), Tag.CODE.of(value));
    }
}
