package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.OmittedRecords;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.operation.ClientOperations;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./catalog client}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "client",
        description = "Create and administer partners' API clients.",
        synopsisSubcommandLabel = "COMMAND")
public final class ClientCommand extends OperationGroup {

    @Command(
            name = "list",
            description = {
                "Print every client: its id, its partner, whether it is enabled, and when it was created.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin ReportOutput output, @Mixin ConnectionOptions connection) {
        TableContents<Client> clients = means(connection).clients().contents();
        output.printForPrograms(
                ClientOperations.COLUMNS.table("", clients.records().values()).orWhereEmpty("there is no client"));
        OmittedRecords.print(clients.unreadable(), spec());
    }
}
