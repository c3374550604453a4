package dev.partnercatalog.cli.command;

import picocli.CommandLine.Command;

/** {@code ./catalog audit}. */
@Command(
        name = "audit",
        description = "See who changed what, at the console and by commands.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = AuditListCommand.class)
public final class AuditCommand {}
