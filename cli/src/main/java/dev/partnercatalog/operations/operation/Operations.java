package dev.partnercatalog.operations.operation;

import java.util.List;
import java.util.stream.Stream;

/** The list of operations. Each is in the file of its group. */
public final class Operations {

    private static final List<Operation> ALL = Stream.of(
                    WebhooksOperations.ALL, ClientOperations.ALL, SigningKeyOperations.ALL, DeadLetterOperations.ALL)
            .flatMap(List::stream)
            .toList();

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
                .filter(operation -> !operation.extras().contains(Operation.Extra.COMMAND_ONLY)
                        && operation.parameters().stream()
                                .anyMatch(parameter -> parameter.isPartner() || parameter.equals(Parameter.CLIENT)))
                .toList();
    }
}
