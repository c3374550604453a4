package dev.partnercatalog.cli.signingkey;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog signing-key remove}. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Remove a key at once, one that leaked, say: the tokens that it signed count no more.",
            "Rotate first, so that another one signs. Prints one JSON object: removed."
        })
final class SigningKeyRemoveCommand implements Runnable {

    private final SigningKeyConnection keys;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "KEY_ID", description = "As 'signing-key list' shows it.")
    private String keyId = "";

    SigningKeyRemoveCommand(SigningKeyConnection keys) {
        this.keys = keys;
    }

    @Override
    public void run() {
        keys.connect(connection).remove(keyId);
        spec.commandLine()
                .getOut()
                .println(JsonNodeFactory.instance.objectNode().put("removed", keyId));
    }
}
