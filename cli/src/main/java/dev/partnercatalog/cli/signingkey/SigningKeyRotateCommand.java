package dev.partnercatalog.cli.signingkey;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.query.token.SigningKeyMaker;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog signing-key rotate}. */
@Command(
        name = "rotate",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Add a key, which signs at once; older ones go on verifying, so that no live token is lost.",
            "Older keys of which no token can be alive are removed.",
            "Prints one JSON object: keyId, createdAt, removed."
        })
final class SigningKeyRotateCommand implements Runnable {

    private final SigningKeyConnection keys;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    SigningKeyRotateCommand(SigningKeyConnection keys) {
        this.keys = keys;
    }

    @Override
    public void run() {
        SigningKeyMaker maker = new SigningKeyMaker(masterKey.load(), Clock.systemUTC());
        SigningKeyAdministration.Rotation rotation = keys.connect(connection).rotate(maker);
        ObjectNode told = JsonNodeFactory.instance
                .objectNode()
                .put("keyId", rotation.added().getKeyId())
                .put("createdAt", rotation.added().getCreatedAt().toString());
        rotation.removed().forEach(told.putArray("removed")::add);
        spec.commandLine().getOut().println(told);
    }
}
