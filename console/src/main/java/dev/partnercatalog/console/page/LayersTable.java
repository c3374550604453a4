package dev.partnercatalog.console.page;

import dev.partnercatalog.operations.explain.FieldLayers;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The layers of a variant side by side, field by field.
 *
 * @param onlyDifferences whether to leave out the fields that no two layers set differently
 */
record LayersTable(FieldLayers fields, boolean onlyDifferences) {

    Html html() {
        List<String> headers = new ArrayList<>(List.of("Field"));
        fields.layers().forEach(layer -> headers.add(header(layer)));
        Table table =
                new Table("The value of each field in each layer, lowest layer first", headers.toArray(String[]::new));
        for (FieldLayers.Row row : fields.rows()) {
            if (onlyDifferences && isSame(row)) {
                continue;
            }
            List<Html> cells = new ArrayList<>(List.of(Html.text(row.field().jsonName())));
            row.candidates().forEach(candidate -> cells.add(cell(candidate)));
            table.row(cells);
        }
        String unset = fields.unset().stream().map(VariantField::jsonName).collect(Collectors.joining(", "));
        return Html.of(
                table.orWhereEmpty(fields.rows().isEmpty() ? "No layer sets anything." : "No two layers differ."),
                unset.isEmpty() || onlyDifferences
                        ? Html.nothing()
                        : Tag.P.styled("quiet").of("No layer sets " + unset + "."));
    }

    /** Whether no layer replaces another's value, and no flag hides one. */
    private static boolean isSame(FieldLayers.Row row) {
        return row.candidates().stream().noneMatch(candidate -> candidate.outcome() == Candidate.Outcome.FLAG_OFF)
                && row.candidates().stream()
                                .map(Candidate::value)
                                .filter(Objects::nonNull)
                                .distinct()
                                .count()
                        <= 1;
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
        Html shown = CatalogValues.value(value);
        return switch (candidate.outcome()) {
            case WON -> valued("won", "won", shown);
            case REPLACED -> valued("replaced", "replaced", shown);
            case FLAG_OFF -> valued("off", "flag off", shown);
            case NO_VALUE -> noValue();
        };
    }

    static Html won(String value) {
        return valued("won", "won", Tag.CODE.of(value));
    }

    static Html replaced(String value) {
        return valued("replaced", "replaced", Tag.CODE.of(value));
    }

    static Html noValue() {
        return Shown.none();
    }

    private static Html valued(String style, String outcome, Html value) {
        return Html.of(Tag.SPAN.styled("outcome " + style).of(outcome), Html.text(" "), value);
    }
}
