package dev.partnercatalog.cli.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.CommandFault;
import dev.partnercatalog.cli.DefaultPaths;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.MasterKeyException;
import java.nio.file.Path;
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

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            defaultValue = "${env:CATALOG_SECRETS}",
            description = {
                "The operator's master key; standalone makes it, and names it when it is ready.",
                "$CATALOG_SECRETS, default",
                DefaultPaths.MASTER_KEY_IN_WORDS
            })
    private @Nullable Path secrets;

    ClientCreateCommand(ClientConnection clients) {
        this.clients = clients;
    }

    @Override
    public void run() {
        // First, so that no client is made whose webhook secret can't be told.
        MasterKey masterKey = masterKey();
        ObjectNode created = JsonOutput.of(clients.connect(connection).create(partnerId, clientId));
        created.put("webhookSecret", masterKey.webhookSecret(partnerId));
        spec.commandLine().getOut().println(JsonOutput.line(created));
    }

    private MasterKey masterKey() {
        try {
            return MasterKey.load(secrets == null ? DefaultPaths.masterKey() : secrets);
        } catch (MasterKeyException e) {
            throw new CommandFault(
                    e.getMessage() + "; give the file that the applications use with --secrets, or start them first: "
                            + "they make it",
                    e);
        }
    }
}
