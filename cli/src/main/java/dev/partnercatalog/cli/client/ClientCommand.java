package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.output.Told;
import dev.partnercatalog.cli.topic.RecordTable;
import dev.partnercatalog.cli.topic.RecordTopic;
import dev.partnercatalog.cli.topic.TableContents;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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

    /** A client as it is shown: never the hash of its secret. */
    private record Shown(String clientId, String partnerId, boolean enabled, Instant createdAt) {

        static Shown of(Client client) {
            return new Shown(client.getClientId(), client.getPartnerId(), client.getEnabled(), client.getCreatedAt());
        }
    }

    private record Created(String clientId, String clientSecret, String partnerId, String webhookSecret) {}

    private final Function<ConnectionOptions, RecordTable<Client>> clients;
    private final Function<ConnectionOptions, RecordTable<PartnerConfig>> partners;
    private final BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys;
    private final Clock clock;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ClientCommand() {
        this(
                connection -> new RecordTopic<>(
                        CatalogTopic.CLIENTS, Client.class, connection.kafka(), connection.registry()),
                connection -> new RecordTopic<>(
                        CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, connection.kafka(), connection.registry()),
                MasterKeyOption::load,
                Clock.systemUTC());
    }

    ClientCommand(
            Function<ConnectionOptions, RecordTable<Client>> clients,
            Function<ConnectionOptions, RecordTable<PartnerConfig>> partners,
            BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys,
            Clock clock) {
        this.clients = clients;
        this.partners = partners;
        this.keys = keys;
        this.clock = clock;
    }

    @Command(
            name = "list",
            description = {
                "Print every client: its id, its partner, whether it is enabled, and when it was created.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin CommandOutput output, @Mixin ConnectionOptions connection) {
        TableContents<Client> found = clients.apply(connection).contents();
        List<Shown> shown = found.records().values().stream().map(Shown::of).toList();
        TextTable table = new TextTable("client", "partner", "enabled", "created");
        shown.forEach(client -> table.row(client.clientId, client.partnerId, client.enabled, client.createdAt));
        output.printForPrograms(shown, table, "there is no client");
        CommandOutput.printOmitted(found.unreadable(), spec);
    }

    @Command(
            name = "create",
            description = {
                "Create an API client for a partner, which need not exist yet.",
                "Prints one JSON object: clientId, clientSecret, partnerId, webhookSecret. The client's secret is shown"
                        + " only this once; the webhook secret belongs to the partner and is the same for each of its"
                        + " clients."
            })
    int create(
            @Option(
                            names = "--partner-id",
                            paramLabel = "ID",
                            required = true,
                            converter = InForm.Name.class,
                            description = "The partner that the client belongs to.")
                    String partnerId,
            @Option(
                            names = "--client-id",
                            paramLabel = "ID",
                            converter = InForm.Name.class,
                            description = "1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'; random by default.")
                    @Nullable
                    String clientId,
            @Mixin MasterKeyOption secrets,
            @Mixin ConnectionOptions connection) {
        // The key comes first, so that no client is created whose webhook secret can't be printed.
        MasterKey key = keys.apply(secrets, connection);
        String webhookSecret =
                key.webhookSecret(partnerId, webhookSecretGeneration(partnerId, partners.apply(connection)));
        Credentials created = ClientAccounts.create(clients.apply(connection), partnerId, clientId, clock);
        ChangeLog.changed("client create", inWords(created.clientId(), partnerId));
        return print(
                new Created(created.clientId(), created.clientSecret(), partnerId, webhookSecret), another(created));
    }

    @Command(
            name = "disable",
            description = {
                "Remove a client's access, until 'client enable' gives it back.",
                "Prints the client as one JSON object."
            })
    int disable(
            @Parameters(paramLabel = CLIENT_ID, converter = InForm.Name.class, description = AS_LISTED) String clientId,
            @Mixin ConnectionOptions connection) {
        return enable("client disable", clientId, false, connection);
    }

    @Command(
            name = "enable",
            description = {
                "Give a disabled client its access back, with the secret that it had. Tokens from before that haven't"
                        + " expired are valid again.",
                "Prints the client as one JSON object."
            })
    int enable(
            @Parameters(paramLabel = CLIENT_ID, converter = InForm.Name.class, description = AS_LISTED) String clientId,
            @Mixin ConnectionOptions connection) {
        return enable("client enable", clientId, true, connection);
    }

    private int enable(String what, String clientId, boolean enabled, ConnectionOptions connection) {
        Client changed = ClientAccounts.enable(clients.apply(connection), clientId, enabled);
        ChangeLog.changed(what, inWords(clientId, changed.getPartnerId()));
        return print(Shown.of(changed), null);
    }

    @Command(
            name = "rotate-secret",
            description = {
                "Replace a client's secret; the old one stops working at once.",
                "Prints one JSON object: clientId, clientSecret, partnerId. The secret is shown only this once."
            })
    int rotateSecret(
            @Parameters(paramLabel = CLIENT_ID, converter = InForm.Name.class, description = AS_LISTED) String clientId,
            @Mixin ConnectionOptions connection) {
        Credentials rotated = ClientAccounts.rotateSecret(clients.apply(connection), clientId);
        ChangeLog.changed("client rotate-secret", inWords(clientId, rotated.partnerId()));
        return print(rotated, another(rotated));
    }

    /** The generation of a partner's webhook secret that signs now; 0 until it is rotated (D27). */
    private static int webhookSecretGeneration(String partnerId, RecordTable<PartnerConfig> partners) {
        PartnerConfig config = partners.contents()
                .readable(
                        partnerId,
                        record -> "can't find out which webhook secret of partner " + partnerId
                                + " signs: its configuration can't be read: " + record.text());
        return config == null ? 0 : config.getWebhookControl().getSecretGeneration();
    }

    private int print(Object value, @Nullable String another) {
        CommandLine command = spec.commandLine();
        command.getOut().println(CommandOutput.json(value));
        return Told.status(command, another);
    }

    private static String another(Credentials lost) {
        return "'./catalog client rotate-secret " + lost.clientId() + "' gives client " + lost.clientId()
                + " another secret";
    }

    private static String inWords(String clientId, String partnerId) {
        return clientId + " of partner " + partnerId;
    }
}
