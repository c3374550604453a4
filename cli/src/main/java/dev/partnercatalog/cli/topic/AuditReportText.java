package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.connection.TextTable;
import dev.partnercatalog.operations.comparison.AuditReport;
import dev.partnercatalog.operations.comparison.Finding;
import dev.partnercatalog.runtime.PrintableText;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats the result of an audit. */
final class AuditReportText {

    /** The most findings that people are shown. */
    static final int SHOWN = 20;

    private final AuditReport report;
    private final Set<Finding> repaired;

    AuditReportText(AuditReport report) {
        this.report = report;
        this.repaired = new HashSet<>(report.repaired());
    }

    /** In one line, such as {@code 3 found: 2 ghost, 0 missing, 1 wrong; 3 repaired}. */
    String summary() {
        if (report.findings().isEmpty()) {
            return "everything is as it should be";
        }
        String kinds = Stream.of(Finding.Kind.values())
                .map(kind -> report.findings().stream()
                                .filter(finding -> finding.kind() == kind)
                                .count()
                        + " " + word(kind))
                .collect(Collectors.joining(", "));
        return report.findings().size() + " found: " + kinds + "; " + repaired.size() + " repaired";
    }

    /** For people: the first findings, and the summary. */
    void print(PrintWriter out) {
        TextTable table = new TextTable();
        List<Finding> findings = report.findings();
        findings.stream()
                .limit(SHOWN)
                .forEach(finding -> table.add(List.of(
                        word(finding.kind()),
                        place(finding),
                        PrintableText.of(finding.row().key()),
                        repaired.contains(finding) ? "repaired" : "")));
        table.print(out, "");
        if (findings.size() > SHOWN) {
            out.println("and " + (findings.size() - SHOWN) + " more: --json lists them all");
        }
        out.println(summary());
    }

    /** For programs: one object for each finding. */
    void printJson(PrintWriter out) {
        report.findings()
                .forEach(finding -> out.println(RecordJson.line(RecordJson.object()
                        .put("kind", word(finding.kind()))
                        .put("topic", finding.row().topic().baseName())
                        .put("key", finding.row().key())
                        .put("repaired", repaired.contains(finding)))));
    }

    private static String place(Finding finding) {
        String topic = finding.row().topic().baseName();
        return finding.row().topic().isInput() ? "resolver, from " + topic : topic;
    }

    private static String word(Finding.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
