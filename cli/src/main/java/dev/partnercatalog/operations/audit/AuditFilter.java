package dev.partnercatalog.operations.audit;

import dev.partnercatalog.records.AuditRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects records of the audit log; null matches any.
 *
 * @param action name of the action, or its first words
 * @param since written at this time or later
 * @param until written before this time
 */
public record AuditFilter(
        @Nullable String operator,
        @Nullable String action,
        @Nullable Instant since,
        @Nullable Instant until) {

    boolean matches(Instant time, AuditRecord record) {
        return (operator == null || operator.equals(record.getOperator()))
                && (action == null
                        || record.getAction().equals(action)
                        || record.getAction().startsWith(action + " "))
                && (since == null || !time.isBefore(since))
                && (until == null || time.isBefore(until));
    }
}
