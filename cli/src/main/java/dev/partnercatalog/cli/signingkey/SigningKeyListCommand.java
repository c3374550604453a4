package dev.partnercatalog.cli.signingkey;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.records.SigningKey;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog signing-key list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Print every key as one JSON object a line, newest first: keyId, createdAt, signs.",
            "One signs new tokens; all verify."
        })
final class SigningKeyListCommand implements Runnable {

    private final SigningKeyConnection keys;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    SigningKeyListCommand(SigningKeyConnection keys) {
        this.keys = keys;
    }

    @Override
    public void run() {
        List<SigningKey> newestFirst = keys.connect(connection).list();
        for (SigningKey key : newestFirst) {
            spec.commandLine()
                    .getOut()
                    .println(JsonNodeFactory.instance
                            .objectNode()
                            .put("keyId", key.getKeyId())
                            .put("createdAt", key.getCreatedAt().toString())
                            .put("signs", key.equals(newestFirst.get(0))));
        }
    }
}
