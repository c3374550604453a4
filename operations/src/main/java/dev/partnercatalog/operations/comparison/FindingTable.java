package dev.partnercatalog.operations.comparison;

import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.ReportTable;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an audit of the topics found, as a table and in words. */
public record FindingTable(AuditReport report) {

    /** The most findings that people are shown. */
    private static final int SHOWN = 20;

    /** In one line, such as {@code 3 found: 2 ghost, 0 missing, 1 wrong; 3 repaired}. */
    public String summary() {
        if (report.findings().isEmpty()) {
            return "everything is as it should be";
        }
        String kinds = Stream.of(Finding.Kind.values())
                .map(kind -> report.findings().stream()
                                .filter(finding -> finding.kind() == kind)
                                .count()
                        + " " + word(kind))
                .collect(Collectors.joining(", "));
        return report.findings().size() + " found: " + kinds + "; "
                + report.repaired().size() + " repaired";
    }

    /** All findings. */
    public ReportTable all() {
        return table(report.findings());
    }

    /** The first findings. */
    public ReportTable first() {
        List<Finding> findings = report.findings();
        return table(findings.subList(0, Math.min(SHOWN, findings.size())))
                .andMore(Math.max(0, findings.size() - SHOWN));
    }

    private ReportTable table(List<Finding> findings) {
        Set<Finding> repaired = new HashSet<>(report.repaired());
        return Columns.<Finding>none()
                .with("kind", "kind", finding -> Cell.text(word(finding.kind())))
                .shown("where", finding -> Cell.text(place(finding)))
                .inJson("topic", finding -> Cell.text(finding.row().topic().baseName()))
                .with("key", "key", finding -> Cell.text(finding.row().key()))
                .with("repaired", "repaired", finding -> new Cell.Flag(repaired.contains(finding)))
                .table("", findings);
    }

    private static String place(Finding finding) {
        String topic = finding.row().topic().baseName();
        return finding.row().topic().isInput() ? "resolver, from " + topic : topic;
    }

    private static String word(Finding.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
