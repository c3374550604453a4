package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.ProgramVersion;
import picocli.CommandLine.Command;

/** {@code ./catalog topic}. */
@Command(
        name = "topic",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description =
                "Show and remove records of the catalog's own topics that can't be read; compare them with the inputs;"
                        + " change the number of partitions.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            TopicUnreadableCommand.class,
            TopicRemoveCommand.class,
            TopicAuditCommand.class,
            TopicRepartitionCommand.class
        })
public final class TopicCommand {}
