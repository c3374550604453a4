package dev.partnercatalog.operations.comparison;

import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.ReportTable;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of an audit. Immutable.
 *
 * @param findings what is not as it should be, in order
 * @param repaired those that are right now
 * @param areAll whether everything was found; if not, there was too much to look at
 */
public record AuditReport(List<Finding> findings, Collection<Finding> repaired, boolean areAll) {

    /** The most findings that people are shown. */
    private static final int SHOWN = 20;

    public AuditReport {
        findings = List.copyOf(findings);
        repaired = List.copyOf(repaired);
    }

    /** Whether nothing was found, or everything is repaired. */
    public boolean isRight() {
        return areAll && repaired.size() == findings.size();
    }

    /** In one line, such as {@code 3 found: 2 ghost, 0 missing, 1 wrong; 3 repaired}. */
    public String summary() {
        if (findings.isEmpty()) {
            return "everything is as it should be";
        }
        String kinds = Stream.of(Finding.Kind.values())
                .map(kind -> findings.stream()
                                .filter(finding -> finding.kind() == kind)
                                .count()
                        + " " + word(kind))
                .collect(Collectors.joining(", "));
        return findings.size() + " found: " + kinds + "; " + repaired.size() + " repaired";
    }

    /** All findings. */
    public ReportTable all() {
        return table(findings);
    }

    /** The first findings. */
    public ReportTable first() {
        return table(findings.subList(0, Math.min(SHOWN, findings.size())))
                .andMore(Math.max(0, findings.size() - SHOWN));
    }

    private ReportTable table(List<Finding> some) {
        Set<Finding> right = new HashSet<>(repaired);
        return Columns.<Finding>none()
                .with("kind", "kind", finding -> Cell.text(word(finding.kind())))
                .shown("where", finding -> Cell.text(place(finding)))
                .inJson("topic", finding -> Cell.text(finding.row().topic().baseName()))
                .with("key", "key", finding -> Cell.text(finding.row().key()))
                .with("repaired", "repaired", finding -> new Cell.Flag(right.contains(finding)))
                .table("", some);
    }

    private static String place(Finding finding) {
        String topic = finding.row().topic().baseName();
        return finding.row().topic().isInput() ? "resolver, from " + topic : topic;
    }

    private static String word(Finding.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
