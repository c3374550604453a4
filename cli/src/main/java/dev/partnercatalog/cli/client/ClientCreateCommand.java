package dev.partnercatalog.cli.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.runtime.secret.MasterKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog client create}. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Make an API client of a partner, who need not be known yet.",
            "Prints one JSON object: clientId, clientSecret, partnerId, webhookSecret. The client's secret is shown this "
                    + "once; the webhook secret is the partner's, the same for each of its clients."
        })
final class ClientCreateCommand implements Runnable {

    private final ClientConnection clients;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--partner-id",
            paramLabel = "ID",
            required = true,
            converter = NameConverter.class,
            description = "The partner that the client belongs to.")
    private String partnerId = "";

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            converter = NameConverter.class,
            description = "1 to 64 of A-Z, a-z, 0-9, '_' and '-'; random by default.")
    private @Nullable String clientId;

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    ClientCreateCommand(ClientConnection clients) {
        this.clients = clients;
    }

    @Override
    public void run() {
        // First, so that no client is made whose webhook secret can't be told.
        MasterKey key = masterKey.load();
        ClientAdministration administration = clients.connect(connection);
        int generation = administration.webhookSecretGeneration(partnerId);
        ObjectNode created = JsonOutput.of(administration.create(partnerId, clientId));
        created.put("webhookSecret", key.webhookSecret(partnerId, generation));
        spec.commandLine().getOut().println(JsonOutput.line(created));
    }
}
