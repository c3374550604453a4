package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import picocli.CommandLine.Command;

/** {@code ./catalog partner}. */
@Command(
        name = "partner",
        description = "Let a partner's engineers in to the desk.",
        synopsisSubcommandLabel = "COMMAND")
public final class PartnersCommand extends OperationGroup {}
