package dev.partnercatalog.cli.completeness;

import dev.partnercatalog.cli.connection.TextTable;
import dev.partnercatalog.operations.completeness.CompletenessCounts;
import dev.partnercatalog.operations.completeness.CompletenessReport;
import dev.partnercatalog.operations.completeness.FailedConversion;
import dev.partnercatalog.operations.completeness.Lacking;
import dev.partnercatalog.operations.explain.ShownValue;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What listed variants lack, as plain text. */
record CompletenessText(CompletenessReport report) {

    void print(PrintWriter out) {
        out.println("Listed variants, and how many lack something; each counted once per company");
        printCounts("company", report.companies(), out);
        out.println();
        out.println("As partners read them");
        printCounts("partner", report.partners(), out);
        if (!report.near().isEmpty()) {
            out.println();
            out.println("Listed, lacking in BPD, and perhaps the same number as BPD's; nothing is matched by it");
            TextTable table = new TextTable();
            table.add(List.of("listed", "in BPD"));
            report.near().forEach((barcode, others) -> table.add(List.of(barcode, String.join(", ", others))));
            table.print(out, "  ");
        }
        if (!report.conversions().isEmpty()) {
            out.println();
            out.println("Values that can't be converted to the configured unit (D7)");
            printConversions(out);
        }
        report.stopped().forEach(why -> out.println("Stopped early. " + why));
    }

    private static <K> void printCounts(String name, Map<K, CompletenessCounts> counts, PrintWriter out) {
        TextTable table = new TextTable();
        List<String> headers = new ArrayList<>(List.of(name, "listed"));
        Arrays.stream(Lacking.values()).map(Lacking::jsonName).forEach(headers::add);
        table.add(headers);
        counts.forEach((id, counted) -> {
            List<String> row = new ArrayList<>(List.of(id.toString(), Long.toString(counted.listed())));
            for (Lacking what : Lacking.values()) {
                row.add(Long.toString(counted.lacking(what)));
            }
            table.add(row);
        });
        table.print(out, "  ");
        counts.forEach((id, counted) -> {
            for (Lacking what : Lacking.values()) {
                if (!counted.examples(what).isEmpty()) {
                    out.println("  " + name + " " + id + ", " + what.jsonName() + ": "
                            + String.join(", ", counted.examples(what))
                            + (counted.examples(what).size() < counted.lacking(what) ? ", …" : ""));
                }
            }
        });
    }

    private void printConversions(PrintWriter out) {
        TextTable table = new TextTable();
        table.add(List.of("partner", "company", "barcode", "configured", "field", "value", "reason"));
        for (FailedConversion conversion : report.conversions()) {
            table.add(List.of(
                    conversion.partnerId(),
                    Long.toString(conversion.companyId()),
                    conversion.barcode(),
                    ShownValue.of(conversion.fault().wantedUnit()),
                    ShownValue.printable(conversion.fault().field()),
                    ShownValue.of(conversion.fault().value()),
                    conversion.fault().reason().words()));
        }
        table.print(out, "  ");
        if (report.unnamedConversions() > 0) {
            out.println("  and " + report.unnamedConversions() + " more");
        }
    }
}
