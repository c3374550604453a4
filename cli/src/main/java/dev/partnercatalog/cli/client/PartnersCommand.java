package dev.partnercatalog.cli.client;

import picocli.CommandLine.Command;

/** {@code ./catalog partner}. */
@Command(
        name = "partner",
        description = "Let a partner's engineers in to the desk.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = PartnerLinkCommand.class)
public final class PartnersCommand {}
