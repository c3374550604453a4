package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.ProgramVersion;
import picocli.CommandLine.Command;

/** {@code ./catalog dead-letters}. */
@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "Show which events were rejected and why, and republish them once the fault is fixed.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DeadLettersListCommand.class, DeadLettersShowCommand.class, DeadLettersReplayCommand.class})
public final class DeadLettersCommand {}
