package dev.partnercatalog.cli.comparison;

import java.util.Collection;
import java.util.List;

/**
 * The result of an audit. Immutable.
 *
 * @param findings what is not as it should be, in order
 * @param repaired those that are right now
 * @param areAll whether everything was found; if not, there was too much to look at
 */
public record AuditReport(List<Finding> findings, Collection<Finding> repaired, boolean areAll) {

    public AuditReport {
        findings = List.copyOf(findings);
        repaired = List.copyOf(repaired);
    }

    /** Whether nothing was found, or everything is repaired. */
    public boolean isRight() {
        return areAll && repaired.size() == findings.size();
    }
}
