package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.ProgramVersion;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code ./catalog client}. */
@Command(
        name = "client",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "Make and administer the API clients of partners.",
        synopsisSubcommandLabel = "COMMAND")
public final class ClientCommand {

    /** Its sub-commands, each new. */
    public static List<Object> subcommands() {
        return subcommands(ClientConnection::toKafka);
    }

    static List<Object> subcommands(ClientConnection connection) {
        return List.of(
                new ClientCreateCommand(connection),
                new ClientListCommand(connection),
                new ClientDisableCommand(connection),
                new ClientRotateSecretCommand(connection));
    }
}
