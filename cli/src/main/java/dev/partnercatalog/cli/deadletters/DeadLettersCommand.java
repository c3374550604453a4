package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.ProgramVersion;
import picocli.CommandLine.Command;

/** {@code ./catalog dead-letters}. */
@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "See which events were rejected and why, and publish them again once the fault is mended.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DeadLettersListCommand.class, DeadLettersShowCommand.class, DeadLettersReplayCommand.class})
public final class DeadLettersCommand {}
