package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.OmittedRecords;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.operation.SigningKeyOperations;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.SigningKey;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./catalog signing-key}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "signing-key",
        description = "List, rotate and remove the keys that sign access tokens.",
        synopsisSubcommandLabel = "COMMAND")
public final class SigningKeyCommand extends OperationGroup {

    @Command(
            name = "list",
            description = {
                "Print every key, newest first: its id, when it was created, and whether it signs.",
                "One signs new tokens; all verify. Records that aren't valid keys are listed on standard error.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin ReportOutput output, @Mixin ConnectionOptions connection) {
        TableContents<SigningKey> keys = means(connection).signingKeys().contents();
        List<SigningKey> newestFirst = SigningKeyOperations.newestFirst(keys);
        output.printForPrograms(SigningKeyOperations.COLUMNS
                .with("signs", "signs", key -> new Cell.Flag(key.equals(newestFirst.get(0))))
                .table("", newestFirst)
                .orWhereEmpty("there is no signing key"));
        OmittedRecords.print(keys.unreadable(), spec());
    }
}
