package dev.partnercatalog.cli.audit;

import dev.partnercatalog.cli.ProgramVersion;
import picocli.CommandLine.Command;

/** {@code ./catalog audit}. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "See who changed what, at the console and by commands.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = AuditListCommand.class)
public final class AuditCommand {}
