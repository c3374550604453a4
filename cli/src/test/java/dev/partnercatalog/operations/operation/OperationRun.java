package dev.partnercatalog.operations.operation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.operations.audit.AuditEntry;
import dev.partnercatalog.operations.report.JsonReport;
import java.util.List;
import java.util.Map;

/** Carries out operations of the list, without a record. */
final class OperationRun {

    private OperationRun() {}

    /** Returns the facts that a command would print. */
    static JsonNode of(Means means, String name, Map<String, String> values) {
        Operation operation = Operations.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        Given given = Given.of(operation, parameter -> List.of(values.getOrDefault(parameter.name(), "")));
        return JsonReport.of(operation
                .preparation()
                .of(given, means)
                .work()
                .run(AuditEntry.unwritten())
                .facts());
    }
}
