package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.OmittedRecords;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.operation.OperatorOperations;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Operator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./catalog operator}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "operator",
        description = "Give people access to the operators' console, and revoke it.",
        synopsisSubcommandLabel = "COMMAND")
public final class OperatorCommand extends OperationGroup {

    @Command(
            name = "list",
            description = {
                "Print every operator: the name, the role, and when the token was created and revoked.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin ReportOutput output, @Mixin ConnectionOptions connection) {
        TableContents<Operator> operators = means(connection).operators().contents();
        output.printForPrograms(OperatorOperations.COLUMNS
                .table("", operators.records().values())
                .orWhereEmpty("there is no operator"));
        OmittedRecords.print(operators.unreadable(), spec());
    }
}
