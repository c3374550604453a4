package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.records.OperatorRole;
import dev.partnercatalog.schemas.key.Ids;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
        RecordTable<Operator> operators = means.operators();
        return new Task(name + ", role " + role, entry -> {
            requireNoToken(name, operators);
            RandomSecret token = RandomSecret.random();
            operators.put(
                    name,
                    Operator.newBuilder()
                            .setName(name)
                            .setRole(OperatorRole.valueOf(role.toUpperCase(Locale.ROOT)))
                            .setTokenHash(ByteBuffer.wrap(token.hash()))
                            .setCreatedAt(now(means))
                            .build());
            return Result.of("operator " + name + " can sign in")
                    .with(Part.Facts.of(
                            Part.inJson("name", Cell.text(name)),
                            Part.inJson("role", Cell.text(role)),
                            Part.inJson("token", Cell.text(token.text()))))
                    .orAnother("'./catalog operator revoke " + name + "' and then './catalog operator create " + name
                            + " --role " + role + "' give another token");
        });
    }

    /** An operator whose access was revoked can get another token. */
    private static void requireNoToken(String name, RecordTable<Operator> operators) {
        if (name.equals(Ids.CONSOLE_OPERATOR)) {
            throw new OperatorFault(
                    "operator " + name + " signs in with the console's token file: choose another name");
        }
        Operator existing = readable(operators, name);
        if (existing != null && existing.getRevokedAt() == null) {
            throw new OperatorFault("operator " + name + " already has a token: './catalog operator revoke " + name
                    + "' revokes it, and then this command creates another");
        }
    }

    private static Task revoke(Given given, Means means) {
        String name = given.text(NAME);
        RecordTable<Operator> operators = means.operators();
        return new Task(name, entry -> {
            Operator existing = readable(operators, name);
            if (existing == null) {
                throw new OperatorFault("there is no operator " + name + ": see './catalog operator list'"
                        + (name.equals(Ids.CONSOLE_OPERATOR)
                                ? "; with --token-sign-in=false the console's token file can no longer be used to sign in"
                                : ""));
            }
            if (existing.getRevokedAt() == null) {
                existing =
                        Operator.newBuilder(existing).setRevokedAt(now(means)).build();
                operators.put(name, existing);
            }
            return Result.of("the token of operator " + name + " is revoked").with(COLUMNS.facts(existing));
        });
    }

    private static @Nullable Operator readable(RecordTable<Operator> operators, String name) {
        return operators
                .contents()
                .readable(
                        name,
                        record -> "operator " + name + " can't sign in, because their record can't be read: "
                                + record.text() + "; " + record.remedy() + ", then create the operator again");
    }

    private static Instant now(Means means) {
        return means.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
