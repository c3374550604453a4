package dev.partnercatalog.operations.operation;

import java.util.List;

/** The list of operations. Each is in a file of its own. */
public final class Operations {

    private static final List<Operation> ALL = List.of(
            ResumeWebhook.OPERATION,
            PingWebhook.OPERATION,
            SuspendWebhook.OPERATION,
            ResyncWebhook.OPERATION,
            ClientCreate.OPERATION,
            ClientDisable.OPERATION,
            ClientEnable.OPERATION,
            ClientRotateSecret.OPERATION,
            OperatorCreate.OPERATION,
            OperatorRevoke.OPERATION);

    private Operations() {}

    public static List<Operation> all() {
        return ALL;
    }

    /** Those of one group, such as {@code client}. */
    public static List<Operation> of(String group) {
        return ALL.stream().filter(operation -> operation.group().equals(group)).toList();
    }

    /** Those that are done to a partner or to a client of it, and so belong on the partner's page. */
    public static List<Operation> onPartners() {
        return ALL.stream()
                .filter(operation -> operation.parameters().stream()
                        .anyMatch(parameter -> parameter.isPartner() || parameter.equals(Parameter.CLIENT)))
                .toList();
    }
}
