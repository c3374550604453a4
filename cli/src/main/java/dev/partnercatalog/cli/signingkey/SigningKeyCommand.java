package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.cli.ProgramVersion;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code ./catalog signing-key}. */
@Command(
        name = "signing-key",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "List, rotate and remove the keys that sign access tokens.",
        synopsisSubcommandLabel = "COMMAND")
public final class SigningKeyCommand {

    /** Its sub-commands, each new. */
    public static List<Object> subcommands() {
        return subcommands(SigningKeyConnection::toKafka);
    }

    static List<Object> subcommands(SigningKeyConnection connection) {
        return List.of(
                new SigningKeyListCommand(connection),
                new SigningKeyRotateCommand(connection),
                new SigningKeyRemoveCommand(connection));
    }
}
