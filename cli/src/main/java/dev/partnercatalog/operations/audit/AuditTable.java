package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.records.AuditIdentity;
import dev.partnercatalog.records.AuditOutcome;
import dev.partnercatalog.records.AuditRecord;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Records of the audit log as a table. */
public final class AuditTable {

    private static final Columns<AuditLog.Entry> COLUMNS = Columns.<AuditLog.Entry>none()
            .with("time", "when", entry -> Cell.time(entry.time()))
            .with("operator", "who", of(entry -> Cell.text(entry.getOperator())))
            .inJson("identity", of(entry -> Cell.text(identity(entry))))
            .shown(
                    "from",
                    of(entry ->
                            Cell.text(words(entry.getSource()) + " " + entry.getAddress() + ", " + identity(entry))))
            .inJson("source", of(entry -> Cell.text(words(entry.getSource()))))
            .inJson("address", of(entry -> Cell.text(entry.getAddress())))
            .with("action", "action", of(entry -> Cell.text(entry.getAction())))
            .shown("target", of(entry -> Cell.text(entry.getTarget().isEmpty() ? null : entry.getTarget())))
            .inJson("target", of(entry -> Cell.text(entry.getTarget())))
            .with("outcome", "outcome", of(entry -> outcome(entry.getOutcome())))
            .with("detail", "detail", of(entry -> Cell.orNull(Cell.text(entry.getDetail()))))
            .inJson("begunAt", of(entry -> Cell.time(entry.getBegunAt())));

    private AuditTable() {}

    public static ReportTable of(List<AuditLog.Entry> entries) {
        return COLUMNS.table("Audit log", entries);
    }

    private static Function<AuditLog.Entry, Cell> of(Function<AuditRecord, Cell> said) {
        return entry -> said.apply(entry.record());
    }

    /** How the operator was identified. */
    private static String identity(AuditRecord entry) {
        return entry.getIdentity() == AuditIdentity.NONE ? "not signed in" : words(entry.getIdentity());
    }

    private static Cell outcome(AuditOutcome outcome) {
        return new Cell.State(words(outcome), words(outcome));
    }

    private static String words(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
