package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.OperatorAdministration;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.records.OperatorRole;
import java.util.List;
import java.util.Locale;

/** Operations on operators, who sign in to the console. */
public final class OperatorOperations {

    /** What is said of an operator. */
    public static final Columns<Operator> COLUMNS = Columns.<Operator>none()
            .with("name", "name", operator -> Cell.text(operator.getName()))
            .with(
                    "role",
                    "role",
                    operator -> Cell.text(operator.getRole().name().toLowerCase(Locale.ROOT)))
            .with("createdAt", "created", operator -> Cell.time(operator.getCreatedAt()))
            .with("revokedAt", "revoked", operator -> Cell.orNull(Cell.time(operator.getRevokedAt())));

    private static final Parameter NEW_NAME = Parameter.position(
            "name", "NAME", Parameter.Form.OPERATOR, "1 to 64 characters from A-Z, a-z, 0-9, '.', '_', '@' and '-'.");
    private static final Parameter ROLE = Parameter.required(
            "role",
            "ROLE",
            Parameter.Form.ROLE,
            "look: see everything that the console shows. act: also change things.");
    private static final Parameter NAME =
            Parameter.position("name", "NAME", Parameter.Form.OPERATOR, "Name, as shown by 'operator list'.");

    static final List<Operation> ALL = List.of(
            Operation.of(
                    "operator create",
                    new Words(
                            "Let a person sign in at the console, also one whose token was revoked.",
                            "Prints one JSON object: name, role, token. The token is shown only this once.",
                            null),
                    List.of(NEW_NAME, ROLE),
                    OperatorOperations::create),
            Operation.of(
                    "operator revoke",
                    new Words(
                            "Revoke an operator's token; their sessions end within seconds.",
                            "Prints the operator as one JSON object.",
                            null),
                    List.of(NAME),
                    OperatorOperations::revoke));

    private OperatorOperations() {}

    private static Task create(Given given, Means means) {
        String name = given.text(NEW_NAME);
        String role = given.text(ROLE).toLowerCase(Locale.ROOT);
        OperatorAdministration operators = means.operators();
        return new Task(name + ", role " + role, entry -> {
            String token = operators
                    .create(name, OperatorRole.valueOf(role.toUpperCase(Locale.ROOT)))
                    .token();
            return Result.of("operator " + name + " can sign in")
                    .with(Part.Facts.of(
                            Part.inJson("name", Cell.text(name)),
                            Part.inJson("role", Cell.text(role)),
                            Part.inJson("token", Cell.text(token))))
                    .orAnother("'./catalog operator revoke " + name + "' and then './catalog operator create " + name
                            + " --role " + role + "' give another token");
        });
    }

    private static Task revoke(Given given, Means means) {
        String name = given.text(NAME);
        OperatorAdministration operators = means.operators();
        return new Task(
                name,
                entry -> Result.of("the token of operator " + name + " is revoked")
                        .with(COLUMNS.facts(operators.revoke(name))));
    }
}
