package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import picocli.CommandLine.Command;

/** {@code ./catalog dead-letters}. */
@Command(
        name = "dead-letters",
        description =
                "Show which events were rejected and why; republish them once the fault is fixed, or dismiss them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DeadLettersListCommand.class, DeadLettersShowCommand.class})
public final class DeadLettersCommand extends OperationGroup {}
