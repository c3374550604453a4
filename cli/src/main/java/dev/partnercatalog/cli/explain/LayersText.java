package dev.partnercatalog.cli.explain;

import dev.partnercatalog.cli.connection.TextTable;
import dev.partnercatalog.operations.explain.FieldLayers;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.VariantField;
import java.io.PrintWriter;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The layers of a variant side by side, field by field. */
record LayersText(FieldLayers fields) {

    static final String WON = "won ";
    static final String REPLACED = "replaced ";
    static final String NO_VALUE = "-";
    private static final String FLAG_OFF = "flag off ";

    void print(PrintWriter out) {
        TextTable table = new TextTable();
        table.add(Stream.concat(Stream.of("field"), fields.layers().stream().map(FieldLayers::title))
                .toList());
        for (FieldLayers.Row row : fields.rows()) {
            table.add(Stream.concat(
                            Stream.of(row.field().jsonName()),
                            row.candidates().stream().map(LayersText::cell))
                    .toList());
        }
        table.print(out, "  ");
        printUnset(
                out, "  Set by no layer, so absent: ", fields.unset().stream().filter(field -> !field.required()));
        printUnset(
                out,
                "  Set by no layer, so at the default: ",
                fields.unset().stream().filter(VariantField::required));
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
