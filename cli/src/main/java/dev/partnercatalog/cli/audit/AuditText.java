package dev.partnercatalog.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.operations.audit.AuditLog;
import dev.partnercatalog.operations.audit.AuditWords;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.runtime.PrintableText;

/** Formats an entry of the audit log as a line for people or for programs. */
final class AuditText {

    private AuditText() {}

    static String line(AuditLog.Entry entry) {
        AuditRecord record = entry.record();
        return PrintableText.of("%s  %s  %s: %s%s%s"
                .formatted(
                        entry.time(),
                        AuditWords.who(record),
                        record.getAction(),
                        record.getTarget().isEmpty() ? "" : record.getTarget() + ": ",
                        AuditWords.outcome(record),
                        record.getDetail() == null ? "" : " (" + record.getDetail() + ")"));
    }

    static String json(AuditLog.Entry entry) {
        AuditRecord record = entry.record();
        return JsonNodeFactory.instance
                .objectNode()
                .put("time", entry.time().toString())
                .put("operator", record.getOperator())
                .put("identity", AuditWords.identity(record))
                .put("source", AuditWords.source(record))
                .put("address", record.getAddress())
                .put("action", record.getAction())
                .put("target", record.getTarget())
                .put("outcome", AuditWords.outcome(record))
                .put("detail", record.getDetail())
                .put("begunAt", record.getBegunAt().toString())
                .toString();
    }
}
