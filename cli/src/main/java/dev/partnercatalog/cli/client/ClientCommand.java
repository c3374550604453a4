package dev.partnercatalog.cli.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.LeftOut;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.cli.report.ReportOutput;
import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog client}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "client",
        description = "Create and administer partners' API clients.",
        synopsisSubcommandLabel = "COMMAND")
public final class ClientCommand {

    private static final Columns<Client> CLIENTS = Columns.<Client>none()
            .with("clientId", "client", client -> Cell.text(client.getClientId()))
            .with("partnerId", "partner", client -> new Cell.Partner(client.getPartnerId()))
            .with("enabled", "enabled", client -> new Cell.Flag(client.getEnabled()))
            .with("createdAt", "created", client -> Cell.time(client.getCreatedAt()));

    private final Function<ConnectionOptions, ClientAdministration> connector;
    private final BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ClientCommand() {
        this(ClientCommand::connect, MasterKeyOption::load);
    }

    /** @param keys reads the master key, and compares it with the catalog's */
    ClientCommand(
            Function<ConnectionOptions, ClientAdministration> connector,
            BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys) {
        this.connector = connector;
        this.keys = keys;
    }

    static ClientAdministration connect(ConnectionOptions options) {
        KafkaLog.silence();
        return ClientAdministration.connect(options.kafka(), options.registry());
    }

    @Command(
            name = "create",
            description = {
                "Create an API client for a partner, which need not exist yet.",
                "Prints one JSON object: clientId, clientSecret, partnerId, webhookSecret. The client's secret is"
                        + " shown only this once; the webhook secret belongs to the partner and is the same for each"
                        + " of its clients."
            })
    void create(
            @Option(
                            names = "--partner-id",
                            paramLabel = "ID",
                            required = true,
                            converter = NameConverter.class,
                            description = "The partner that the client belongs to.")
                    String partnerId,
            @Option(
                            names = "--client-id",
                            paramLabel = "ID",
                            converter = NameConverter.class,
                            description = "1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'; random by default.")
                    @Nullable
                    String clientId,
            @Mixin MasterKeyOption masterKey,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        // Load the key first, so that no client is created whose webhook secret can't be printed.
        MasterKey key = keys.apply(masterKey, connection);
        ClientAdministration clients = connector.apply(connection);
        int generation = clients.webhookSecretGeneration(partnerId);
        audit.run(connection, "client create", ofPartner(clientId, partnerId), entry -> {
            ClientAdministration.Credentials created = clients.create(partnerId, clientId);
            entry.target(ofPartner(created.clientId(), partnerId));
            print(json(created).put("webhookSecret", key.webhookSecret(partnerId, generation)));
        });
    }

    @Command(
            name = "list",
            description = {
                "Print every client: its id, its partner, whether it is enabled, and when it was created.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin ReportOutput output, @Mixin ConnectionOptions connection) {
        TableContents<Client> clients = connector.apply(connection).list();
        output.printForPrograms(CLIENTS.table("", clients.records().values()).orWhereEmpty("there is no client"));
        LeftOut.print(clients.unreadable(), spec);
    }

    @Command(
            name = "disable",
            description = {
                "Remove a client's access, until 'client enable' gives it back.",
                "Prints the client as one JSON object."
            })
    void disable(
            @Parameters(
                            paramLabel = "CLIENT_ID",
                            converter = NameConverter.class,
                            description = "As 'client list' shows it.")
                    String clientId,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        ClientAdministration clients = connector.apply(connection);
        audit.run(connection, "client disable", clientId, entry -> {
            Client disabled = clients.disable(clientId);
            entry.target(ofPartner(clientId, disabled.getPartnerId()));
            print(JsonReport.of(CLIENTS.facts(disabled)));
        });
    }

    @Command(
            name = "enable",
            description = {
                "Give a disabled client its access back, with the secret that it had.",
                "Tokens from before that haven't expired are valid again. Prints the client as one JSON object."
            })
    void enable(
            @Parameters(
                            paramLabel = "CLIENT_ID",
                            converter = NameConverter.class,
                            description = "As 'client list' shows it.")
                    String clientId,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        ClientAdministration clients = connector.apply(connection);
        audit.run(connection, "client enable", clientId, entry -> {
            Client enabled = clients.enable(clientId);
            entry.target(ofPartner(clientId, enabled.getPartnerId()));
            print(JsonReport.of(CLIENTS.facts(enabled)));
        });
    }

    @Command(
            name = "rotate-secret",
            description = {
                "Replace a client's secret; the old one stops working at once.",
                "Prints one JSON object: clientId, clientSecret, partnerId. The secret is shown only this once."
            })
    void rotateSecret(
            @Parameters(
                            paramLabel = "CLIENT_ID",
                            converter = NameConverter.class,
                            description = "As 'client list' shows it.")
                    String clientId,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        ClientAdministration clients = connector.apply(connection);
        audit.run(connection, "client rotate-secret", clientId, entry -> {
            ClientAdministration.Credentials rotated = clients.rotateSecret(clientId);
            entry.target(ofPartner(clientId, rotated.partnerId()));
            print(json(rotated));
        });
    }

    /** Describes the client in words, for the audit log. */
    private static String ofPartner(@Nullable String clientId, String partnerId) {
        return (clientId == null ? "" : clientId + " ") + "of partner " + partnerId;
    }

    private static ObjectNode json(ClientAdministration.Credentials credentials) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("clientId", credentials.clientId())
                .put("clientSecret", credentials.clientSecret())
                .put("partnerId", credentials.partnerId());
    }

    private void print(ObjectNode line) {
        spec.commandLine().getOut().println(line);
    }
}
