package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog client rotate-secret}. */
@Command(
        name = "rotate-secret",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Replace a client's secret; the old one is void at once.",
            "Prints one JSON object: clientId, clientSecret, partnerId. The secret is shown this once."
        })
final class ClientRotateSecretCommand implements Runnable {

    private final ClientConnection clients;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "CLIENT_ID", converter = NameConverter.class, description = "As 'client list' shows it.")
    private String clientId = "";

    ClientRotateSecretCommand(ClientConnection clients) {
        this.clients = clients;
    }

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .println(JsonOutput.line(
                        JsonOutput.of(clients.connect(connection).rotateSecret(clientId))));
    }
}
