package dev.partnercatalog.console.page;

import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Table;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The layers of a variant side by side, field by field. */
record LayersTable(VariantLayers layers, AllowedFields flags, boolean atCompany) {

    Html html() {
        List<Layer> columns = Stream.of(Layer.values())
                .filter(layer -> !atCompany || layer != Layer.LOCATION_ATTRIBUTES)
                .toList();
        List<String> headers = new ArrayList<>(List.of("Field"));
        columns.forEach(layer -> headers.add(title(layer)));
        Table table =
                new Table("What each layer says of each field, lowest layer first", headers.toArray(String[]::new));
        List<String> unset = new ArrayList<>();
        for (VariantField field : VariantField.all()) {
            List<Candidate> candidates = layers.candidates(field, flags);
            if (candidates.stream().allMatch(candidate -> candidate.value() == null)) {
                unset.add(field.jsonName());
            } else {
                List<Html> row = new ArrayList<>(List.of(Html.text(field.jsonName())));
                columns.forEach(layer -> row.add(candidates.stream()
                        .filter(candidate -> candidate.layer() == layer)
                        .map(LayersTable::cell)
                        .collect(Collectors.collectingAndThen(Collectors.toList(), Html::of))));
                table.row(row);
            }
        }
        return Html.of(
                table.orWhereEmpty("No layer sets anything."),
                unset.isEmpty()
                        ? Html.nothing()
                        : Tag.P.styled("quiet").of("No layer sets " + String.join(", ", unset) + "."));
    }

    private static String title(Layer layer) {
        return switch (layer) {
            case BPD -> "BPD";
            case COMPANY_OVERRIDE -> "Company override";
            case COMPANY_ATTRIBUTES -> "Company attributes";
            case LOCATION_ATTRIBUTES -> "Location attributes";
        };
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
