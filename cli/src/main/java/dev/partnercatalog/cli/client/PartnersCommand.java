package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.operations.operation.Means;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;

/** {@code ./catalog partner}. */
@Command(
        name = "partner",
        description = "Let a partner's engineers in to the desk.",
        synopsisSubcommandLabel = "COMMAND")
public final class PartnersCommand extends OperationGroup {

    public PartnersCommand() {
        super("partner");
    }

    PartnersCommand(BiFunction<ConnectionOptions, MasterKeyOption, Means> connector) {
        super("partner", connector);
    }
}
