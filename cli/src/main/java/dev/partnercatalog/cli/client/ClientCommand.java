package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.client.ClientAccounts.ClientSummary;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
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

    private static final String CLIENT_ID = "CLIENT_ID";
    private static final String AS_LISTED = "As 'client list' shows it.";

    private record Created(String clientId, String clientSecret, String partnerId, String webhookSecret) {}

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Command(
            name = "list",
            description = {
                "Print every client: its id, its partner, whether it is enabled, and when it was created.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin CommandOutput output, @Mixin ConnectionOptions connection) {
        TopicTable<Client> found = connection.read(CatalogTopic.CLIENTS, Client.class);
        List<ClientSummary> shown =
                found.records().values().stream().map(ClientSummary::of).toList();
        TextTable table = new TextTable("client", "partner", "enabled", "created");
        shown.forEach(client -> table.row(client.clientId(), client.partnerId(), client.enabled(), client.createdAt()));
        output.printForPrograms(shown, table, "there is no client");
        CommandOutput.printOmitted(found.unreadable(), spec);
    }

    @Command(
            name = "create",
            description = {
                "Create an API client for a partner, which need not exist yet.",
                "Prints one JSON object: clientId, clientSecret, partnerId, webhookSecret. The client's secret is shown"
                        + " only this once; the webhook secret is the same for each of the partner's clients."
            })
    void create(
            @Option(
                            names = "--partner-id",
                            paramLabel = "ID",
                            required = true,
                            converter = FormatConverter.Name.class,
                            description = "The partner that the client belongs to.")
                    String partnerId,
            @Option(
                            names = "--client-id",
                            paramLabel = "ID",
                            converter = FormatConverter.Name.class,
                            description = "1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'; random by default.")
                    @Nullable
                    String clientId,
            @Mixin MasterKeyOption secrets,
            @Mixin ConnectionOptions connection) {
        // The key comes first, so that no client is created whose webhook secret can't be printed.
        MasterKey key = secrets.load(connection);
        try (OpenTopics topics = connection.open()) {
            String webhookSecret = key.webhookSecret(partnerId, webhookSecretGeneration(partnerId, topics));
            Credentials made = ClientAccounts.create(topics, partnerId, clientId);
            Created created = new Created(made.clientId(), made.clientSecret(), partnerId, webhookSecret);
            changed("create", made.clientId(), partnerId, created);
        }
    }

    @Command(
            name = "disable",
            description = {
                "Remove a client's access, until 'client enable' gives it back.",
                "Prints the client as one JSON object."
            })
    void disable(
            @Parameters(paramLabel = CLIENT_ID, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String clientId,
            @Mixin ConnectionOptions connection) {
        enable("disable", clientId, false, connection);
    }

    @Command(
            name = "enable",
            description = {
                "Give a disabled client its access back, with its secret, and its tokens that haven't expired.",
                "Prints the client as one JSON object."
            })
    void enable(
            @Parameters(paramLabel = CLIENT_ID, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String clientId,
            @Mixin ConnectionOptions connection) {
        enable("enable", clientId, true, connection);
    }

    private void enable(String what, String clientId, boolean enabled, ConnectionOptions connection) {
        try (OpenTopics topics = connection.open()) {
            ClientSummary client = ClientAccounts.enable(topics, clientId, enabled);
            changed(what, clientId, client.partnerId(), client);
        }
    }

    @Command(
            name = "rotate-secret",
            description = {
                "Replace a client's secret; the old one stops working at once.",
                "Prints one JSON object: clientId, clientSecret, partnerId. The secret is shown only this once."
            })
    void rotateSecret(
            @Parameters(paramLabel = CLIENT_ID, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String clientId,
            @Mixin ConnectionOptions connection) {
        try (OpenTopics topics = connection.open()) {
            Credentials rotated = ClientAccounts.rotateSecret(topics, clientId);
            changed("rotate-secret", clientId, rotated.partnerId(), rotated);
        }
    }

    /** The generation of a partner's webhook secret that signs now; 0 until it is rotated (D27). */
    private static int webhookSecretGeneration(String partnerId, OpenTopics topics) {
        PartnerConfig config = topics.read(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class)
                .readable(
                        partnerId,
                        record -> "can't find out which webhook secret of partner " + partnerId
                                + " signs: its configuration can't be read: " + record.text());
        return config == null ? 0 : config.getWebhookControl().getSecretGeneration();
    }

    private void changed(String what, String clientId, String partnerId, Object result) {
        CommandOutput.changed(spec, "client " + what, clientId + " of partner " + partnerId, Json.of(result));
    }
}
