package dev.partnercatalog.cli.webhooks;

import dev.partnercatalog.cli.ProgramVersion;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code ./catalog webhooks}. */
@Command(
        name = "webhooks",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "See how the partners' webhooks stand, hold them and let them go on.",
        synopsisSubcommandLabel = "COMMAND")
public final class WebhooksCommand {

    /** Its sub-commands, each new. */
    public static List<Object> subcommands() {
        return subcommands(WebhooksConnection::toKafka);
    }

    static List<Object> subcommands(WebhooksConnection connection) {
        return List.of(
                new WebhooksStatusCommand(connection),
                new WebhooksResumeCommand(connection),
                new WebhooksSuspendCommand(connection));
    }
}
