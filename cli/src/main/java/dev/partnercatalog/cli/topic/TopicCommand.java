package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.ProgramVersion;
import picocli.CommandLine.Command;

/** {@code ./catalog topic}. */
@Command(
        name = "topic",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "See which records of the catalog's own topics can't be read, and remove them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TopicUnreadableCommand.class, TopicRemoveCommand.class})
public final class TopicCommand {}
