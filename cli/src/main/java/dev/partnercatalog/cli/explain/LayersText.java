package dev.partnercatalog.cli.explain;

import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The layers of a variant side by side, field by field. */
record LayersText(VariantLayers layers, AllowedFields flags, boolean atCompany) {

    static final String WON = "won ";
    static final String REPLACED = "replaced ";
    static final String NO_VALUE = "-";
    private static final String FLAG_OFF = "flag off ";

    void print(PrintWriter out) {
        TextTable table = new TextTable();
        table.add(Stream.concat(Stream.of("field"), columns().map(LayersText::title))
                .toList());
        List<VariantField> unset = new ArrayList<>();
        for (VariantField field : VariantField.all()) {
            List<Candidate> candidates = layers.candidates(field, flags);
            if (candidates.stream().allMatch(candidate -> candidate.outcome() == Candidate.Outcome.NO_VALUE)) {
                unset.add(field);
            } else {
                table.add(Stream.concat(Stream.of(field.jsonName()), columns().map(layer -> cell(candidates, layer)))
                        .toList());
            }
        }
        table.print(out, "  ");
        printUnset(out, "  No layer sets, so absent: ", unset.stream().filter(field -> !field.required()));
        printUnset(out, "  No layer sets, so the default: ", unset.stream().filter(VariantField::required));
    }

    /** Lowest first; at company scope there is no location's. */
    private Stream<Layer> columns() {
        return Stream.of(Layer.values()).filter(layer -> !atCompany || layer != Layer.LOCATION_ATTRIBUTES);
    }

    private static String title(Layer layer) {
        return switch (layer) {
            case BPD -> "BPD";
            case COMPANY_OVERRIDE -> "company override";
            case COMPANY_ATTRIBUTES -> "company attributes";
            case LOCATION_ATTRIBUTES -> "location attributes";
        };
    }

    private static String cell(List<Candidate> candidates, Layer layer) {
        return candidates.stream()
                .filter(candidate -> candidate.layer() == layer)
                .map(LayersText::cell)
                .collect(Collectors.joining());
    }

    private static String cell(Candidate candidate) {
        Object value = candidate.value();
        if (value == null) {
            return NO_VALUE;
        }
        String outcome = switch (candidate.outcome()) {
            case WON -> WON;
            case REPLACED -> REPLACED;
            case FLAG_OFF -> FLAG_OFF;
            case NO_VALUE -> NO_VALUE;
        };
        return outcome + ShownValue.of(value);
    }

    private static void printUnset(PrintWriter out, String heading, Stream<VariantField> fields) {
        String names = fields.map(VariantField::jsonName).collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            out.println(heading + names + ".");
        }
    }
}
