package dev.partnercatalog.cli.deadletter;

import picocli.CommandLine.Command;

/** {@code ./catalog dead-letters}. */
@Command(
        name = "dead-letters",
        description = "Show which events were rejected and why; republish them once the fault is fixed.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DeadLettersListCommand.class, DeadLettersShowCommand.class, DeadLettersReplayCommand.class})
public final class DeadLettersCommand {}
