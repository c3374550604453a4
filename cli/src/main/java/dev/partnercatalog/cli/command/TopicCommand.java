package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import picocli.CommandLine.Command;

/** {@code ./catalog topic}. */
@Command(
        name = "topic",
        description =
                "Show and remove records of the catalog's own topics that can't be read; compare them with the inputs;"
                        + " change the number of partitions.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TopicUnreadableCommand.class, TopicAuditCommand.class, TopicRepartitionCommand.class})
public final class TopicCommand extends OperationGroup {}
