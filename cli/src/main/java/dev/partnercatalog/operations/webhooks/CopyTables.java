package dev.partnercatalog.operations.webhooks;

import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.CopyReport;
import dev.partnercatalog.webhook.reconcile.Verification.Finding;
import java.util.ArrayList;
import java.util.List;

/** The result of a verification as a report. */
public final class CopyTables {

    private static final Columns<ScopedVariant> EXAMPLES = Columns.<ScopedVariant>none()
            .with("companyId", "company", variant -> Cell.number(variant.companyId()))
            .with("locationId", "location", variant -> Cell.number(variant.locationId()))
            .with("barcode", "barcode", variant -> Cell.text(variant.barcode()));

    private CopyTables() {}

    public static Report of(CopyReport report) {
        List<Part.Fact> facts = new ArrayList<>(List.of(
                Part.fact("partnerId", "partner", Cell.text(report.partnerId())),
                Part.inJson("equal", new Cell.Flag(report.isRight()))));
        List<Part> parts = new ArrayList<>();
        for (Finding finding : Finding.values()) {
            Cell count = Cell.number(report.count(finding));
            facts.add(
                    finding == Finding.UNREADABLE && report.count(finding) == 0
                            ? Part.inJson(name(finding), count)
                            : Part.fact(name(finding), words(finding), count));
            List<ScopedVariant> found = report.examples().getOrDefault(finding, List.of());
            if (!found.isEmpty()) {
                parts.add(EXAMPLES.table("Variants: " + words(finding), found)
                        .asArray("examples/" + name(finding))
                        .andMore(report.count(finding) - found.size()));
            }
        }
        facts.add(Part.fact("toSend", "to send", Cell.number(report.toSend())));
        facts.add(Part.fact("toRemove", "to remove", Cell.number(report.toRemove())));
        parts.add(0, new Part.Facts(facts));
        return Report.of("", parts, report.unreadable());
    }

    private static String words(Finding finding) {
        return switch (finding) {
            case AGREES -> "agree";
            case DUE -> "due";
            case IN_DOUBT -> "in doubt";
            case UNREADABLE -> "unreadable";
            case DIFFERS -> "differ";
            case MISSING -> "missing";
            case EXTRA -> "held but not listed";
        };
    }

    private static String name(Finding finding) {
        return switch (finding) {
            case AGREES -> "agree";
            case DUE -> "due";
            case IN_DOUBT -> "inDoubt";
            case UNREADABLE -> "unreadable";
            case DIFFERS -> "differ";
            case MISSING -> "missing";
            case EXTRA -> "heldButNotListed";
        };
    }
}
