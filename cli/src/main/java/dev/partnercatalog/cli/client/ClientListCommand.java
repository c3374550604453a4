package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.records.Client;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog client list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "Print every client as one JSON object a line: clientId, partnerId, enabled, createdAt.")
final class ClientListCommand implements Runnable {

    private final ClientConnection clients;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    ClientListCommand(ClientConnection clients) {
        this.clients = clients;
    }

    @Override
    public void run() {
        for (Client client : clients.connect(connection).list()) {
            spec.commandLine().getOut().println(JsonOutput.line(JsonOutput.of(client)));
        }
    }
}
