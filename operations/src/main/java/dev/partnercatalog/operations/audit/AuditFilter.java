package dev.partnercatalog.operations.audit;

import dev.partnercatalog.records.AuditRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which records of the audit log are meant; null for any.
 *
 * @param action its name, or the words that its name begins with
 * @param since written then or later
 * @param until written before then
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
