package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.ProgramVersion;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code ./catalog dead-letters}. */
@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "See which events were rejected and why, and publish them again once the fault is mended.",
        synopsisSubcommandLabel = "COMMAND")
public final class DeadLettersCommand {

    /** Its sub-commands, each new. */
    public static List<Object> subcommands() {
        return List.of(new DeadLettersListCommand(), new DeadLettersShowCommand(), new DeadLettersReplayCommand());
    }
}
