package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.ProgramVersion;
import picocli.CommandLine.Command;

/** {@code ./catalog partner}. */
@Command(
        name = "partner",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "Let a partner's engineers in to the desk.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = PartnerLinkCommand.class)
public final class PartnersCommand {}
