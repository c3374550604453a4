package dev.partnercatalog.cli.webhooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.CopyReport;
import dev.partnercatalog.webhook.reconcile.Verification.Finding;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats the result of a verification. */
final class CopyReportText {

    private static final ObjectMapper JSON = new ObjectMapper();

    private CopyReportText() {}

    /** For people: a line of counts, and a line for each listed variant. */
    static String text(CopyReport report) {
        String counts = Stream.of(Finding.values())
                .filter(finding -> finding != Finding.UNREADABLE || report.count(finding) > 0)
                .map(finding -> report.count(finding) + " " + words(finding))
                .collect(Collectors.joining(", "));
        StringBuilder text = new StringBuilder(report.partnerId())
                .append(": ")
                .append(counts)
                .append("; ")
                .append(report.toSend())
                .append(" to send, ")
                .append(report.toRemove())
                .append(" to remove");
        report.examples().forEach((finding, variants) -> {
            variants.forEach(variant -> text.append(System.lineSeparator())
                    .append("  ")
                    .append(words(finding))
                    .append(": company ")
                    .append(variant.companyId())
                    .append(", location ")
                    .append(variant.locationId())
                    .append(", ")
                    .append(variant.barcode()));
            long more = report.count(finding) - variants.size();
            if (more > 0) {
                text.append(System.lineSeparator())
                        .append("  ")
                        .append(words(finding))
                        .append(": and ")
                        .append(more)
                        .append(" more");
            }
        });
        return text.toString();
    }

    /** For programs: one object. */
    static String json(CopyReport report) {
        ObjectNode json = JSON.createObjectNode().put("partnerId", report.partnerId());
        json.put("equal", report.isRight());
        for (Finding finding : Finding.values()) {
            json.put(name(finding), report.count(finding));
        }
        json.put("toSend", report.toSend()).put("toRemove", report.toRemove());
        ObjectNode examples = json.putObject("examples");
        report.examples().forEach((finding, variants) -> write(examples.putArray(name(finding)), variants));
        return json.toString();
    }

    private static void write(ArrayNode array, List<ScopedVariant> variants) {
        variants.forEach(variant -> array.addObject()
                .put("companyId", variant.companyId())
                .put("locationId", variant.locationId())
                .put("barcode", variant.barcode()));
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
