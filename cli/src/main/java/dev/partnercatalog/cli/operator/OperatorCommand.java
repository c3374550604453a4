package dev.partnercatalog.cli.operator;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.LeftOut;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.cli.report.ReportOutput;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.operation.OperatorRevoke;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Operator;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog operator}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "operator",
        description = "Give people access to the operators' console, and revoke it.",
        synopsisSubcommandLabel = "COMMAND")
public final class OperatorCommand implements OperationGroup {

    private final BiFunction<ConnectionOptions, MasterKeyOption, Means> means;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public OperatorCommand() {
        this(OperationGroup::connect);
    }

    OperatorCommand(BiFunction<ConnectionOptions, MasterKeyOption, Means> means) {
        this.means = means;
    }

    @Override
    public Means means(ConnectionOptions connection, MasterKeyOption masterKey) {
        return means.apply(connection, masterKey);
    }

    @Command(
            name = "list",
            description = {
                "Print every operator: the name, the role, and when the token was created and revoked.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin ReportOutput output, @Mixin ConnectionOptions connection) {
        TableContents<Operator> operators =
                means.apply(connection, new MasterKeyOption()).operators().get().list();
        output.printForPrograms(
                OperatorRevoke.COLUMNS.table("", operators.records().values()).orWhereEmpty("there is no operator"));
        LeftOut.print(operators.unreadable(), spec);
    }
}
