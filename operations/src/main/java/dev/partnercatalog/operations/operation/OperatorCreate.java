package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.OperatorAdministration;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.records.OperatorRole;
import java.util.List;
import java.util.Locale;

/** Gives a person access to the console. */
final class OperatorCreate {

    private static final Parameter NAME = new Parameter(
            "name",
            "NAME",
            Parameter.Form.OPERATOR,
            Parameter.Use.POSITION,
            "1 to 64 characters from A-Z, a-z, 0-9, '.', '_', '@' and '-'.");
    private static final Parameter ROLE = new Parameter(
            "role",
            "ROLE",
            Parameter.Form.ROLE,
            Parameter.Use.REQUIRED,
            "look: see everything that the console shows. act: also change things.");

    static final Operation OPERATION = Operation.of(
            "operator create",
            new Operation.Words(
                    "Let a person sign in at the console, also one whose token was revoked.",
                    "Prints one JSON object: name, role, token. The token is shown only this once.",
                    null),
            List.of(NAME, ROLE),
            OperatorCreate::prepare);

    private OperatorCreate() {}

    private static Operation.Task prepare(Given given, Means means) {
        String name = given.text(NAME);
        String role = given.text(ROLE).toLowerCase(Locale.ROOT);
        OperatorAdministration operators = means.operators().get();
        return new Operation.Task(name + ", role " + role, entry -> {
            String token = operators
                    .create(name, OperatorRole.valueOf(role.toUpperCase(Locale.ROOT)))
                    .token();
            return Result.of(
                    "operator " + name + " can sign in",
                    Part.Facts.of(
                            Part.inJson("name", Cell.text(name)),
                            Part.inJson("role", Cell.text(role)),
                            Part.inJson("token", Cell.text(token))));
        });
    }
}
