package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.connection.TextTable;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.operations.preview.Counts;
import dev.partnercatalog.operations.preview.Example;
import dev.partnercatalog.operations.preview.MemberDifference;
import dev.partnercatalog.operations.preview.Preview;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A preview as text, or as JSON for programs. What doesn't fit, and warnings, are listed on standard error. */
record PreviewText(Preview preview) {

    private static final int MOST_SETTINGS = 20;

    void print(CommandLine command, boolean json) {
        printFaults(command.getErr());
        PrintWriter out = command.getOut();
        if (json) {
            out.println(preview.json());
        } else {
            printText(out);
        }
    }

    private void printFaults(PrintWriter err) {
        preview.faults().forEach(fault -> err.println(ShownValue.printable(fault.toString())));
        preview.warnings()
                .forEach(warning ->
                        err.println(ShownValue.printable(warning.place() + ": warning: " + warning.problem())));
        long uncounted = preview.warned() - preview.warnings().size();
        if (uncounted > 0) {
            err.println("and " + Quantity.of(uncounted, "more warning"));
        }
        long unnamed = preview.faulty() - preview.faults().size();
        if (unnamed > 0) {
            err.println("and " + Quantity.of(unnamed, "more event") + " that would change nothing");
        }
    }

    private void printText(PrintWriter out) {
        out.println(preview.summary());
        preview.unlistedInWords().ifPresent(out::println);
        preview.stopped().forEach(why -> out.println("Stopped early. " + why));
        preview.settings().forEach((partnerId, differences) -> printSettings(partnerId, differences, out));
        if (preview.partners().isEmpty()) {
            return;
        }
        out.println();
        table(List.of("partner", "changed", "added", "removed"), preview.partners(), PreviewText::cells)
                .print(out, "  ");
        out.println();
        if (!preview.fields().isEmpty()) {
            table(List.of("field", "records"), preview.fields(), records -> List.of(records.toString()))
                    .print(out, "  ");
            out.println();
        }
        preview.examples().forEach(example -> printExample(example, out));
    }

    private static List<String> cells(Counts counts) {
        return List.of(Long.toString(counts.changed()), Long.toString(counts.added()), Long.toString(counts.removed()));
    }

    private static <T> TextTable table(
            List<String> headers, Map<String, T> rows, Function<? super T, List<String>> cells) {
        TextTable table = new TextTable();
        table.add(headers);
        rows.forEach((name, row) -> {
            List<String> line = new ArrayList<>(List.of(name));
            line.addAll(cells.apply(row));
            table.add(line);
        });
        return table;
    }

    private static void printExample(Example example, PrintWriter out) {
        out.println("Partner " + example.partnerId() + ", company "
                + example.scope().companyId()
                + (example.scope().isCompany()
                        ? ""
                        : ", location " + example.scope().locationId()) + ", barcode "
                + example.barcode() + ": " + example.kind().words());
        differences(example.differences()).print(out, "  ");
    }

    private static void printSettings(String partnerId, List<MemberDifference> settings, PrintWriter out) {
        out.println();
        out.println("Partner " + partnerId + ": its configuration would change");
        differences(settings.subList(0, Math.min(settings.size(), MOST_SETTINGS)))
                .print(out, "  ");
        if (settings.size() > MOST_SETTINGS) {
            out.println("  and " + Quantity.of(settings.size() - MOST_SETTINGS, "more setting"));
        }
    }

    private static TextTable differences(List<MemberDifference> differences) {
        TextTable table = new TextTable();
        for (MemberDifference difference : differences) {
            table.add(List.of(difference.field(), shown(difference.before()) + " -> " + shown(difference.after())));
        }
        return table;
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "absent" : ShownValue.of(value);
    }
}
