package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.OperatorAdministration;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.records.Operator;
import java.util.List;
import java.util.Locale;

/** Revokes an operator's token. */
public final class OperatorRevoke {

    /** What is said of operators. */
    public static final Columns<Operator> COLUMNS = Columns.<Operator>none()
            .with("name", "name", operator -> Cell.text(operator.getName()))
            .with(
                    "role",
                    "role",
                    operator -> Cell.text(operator.getRole().name().toLowerCase(Locale.ROOT)))
            .with("createdAt", "created", operator -> Cell.time(operator.getCreatedAt()))
            .with("revokedAt", "revoked", operator -> Cell.orNull(Cell.time(operator.getRevokedAt())));

    private static final Parameter NAME = new Parameter(
            "name", "NAME", Parameter.Form.OPERATOR, Parameter.Use.POSITION, "Name, as shown by 'operator list'.");

    static final Operation OPERATION = Operation.of(
            "operator revoke",
            new Operation.Words(
                    "Revoke an operator's token; their sessions end within seconds.",
                    "Prints the operator as one JSON object.",
                    null),
            List.of(NAME),
            OperatorRevoke::prepare);

    private OperatorRevoke() {}

    private static Operation.Task prepare(Given given, Means means) {
        String name = given.text(NAME);
        OperatorAdministration operators = means.operators().get();
        return new Operation.Task(
                name,
                entry -> Result.of(
                        "the token of operator " + name + " is revoked", COLUMNS.facts(operators.revoke(name))));
    }
}
