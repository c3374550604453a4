package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.records.AuditRecord;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An audit log that tests can inspect, and that fails when they want it to. Thread-safe. */
public final class AuditTrailInMemory implements AuditTrail {

    private final List<AuditRecord> records = new CopyOnWriteArrayList<>();
    private volatile @Nullable OperatorFault before;
    private volatile @Nullable OperatorFault after;

    /** From now on it can't be written to, and checks detect that beforehand. */
    public void failBefore(OperatorFault fault) {
        before = fault;
    }

    /** From now on it can't be written to, which no check detects beforehand. */
    public void failAfter(OperatorFault fault) {
        after = fault;
    }

    public List<AuditRecord> records() {
        return List.copyOf(records);
    }

    /** Each record as one line: who, what, to what, outcome, detail. */
    public List<String> lines() {
        return records.stream()
                .map(record -> "%s %s [%s] %s: %s"
                        .formatted(
                                record.getOperator(),
                                record.getAction(),
                                record.getTarget(),
                                record.getOutcome(),
                                record.getDetail()))
                .toList();
    }

    @Override
    public void requireWritable(AuditRecord record) {
        OperatorFault fault = before;
        if (fault != null) {
            throw fault;
        }
    }

    @Override
    public void write(AuditRecord record) {
        OperatorFault fault = after;
        if (fault != null) {
            throw fault;
        }
        records.add(record);
    }
}
