package dev.partnercatalog.operations.operation;

import static dev.partnercatalog.operations.operation.Parameter.CLIENT;
import static dev.partnercatalog.operations.operation.Parameter.OF_PARTNER;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.key.Ids;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Partners' API clients. */
public final class ClientOperations {

    /** What is said of a client. */
    public static final Columns<Client> COLUMNS = Columns.<Client>none()
            .with("clientId", "client", client -> Cell.text(client.getClientId()))
            .with("partnerId", "partner", client -> new Cell.Partner(client.getPartnerId()))
            .with("enabled", "enabled", client -> new Cell.Flag(client.getEnabled()))
            .with("createdAt", "created", client -> Cell.time(client.getCreatedAt()));

    private static final int CLIENT_ID_BYTES = 16;

    private static final Parameter ID = Parameter.optional(
            "client-id",
            "ID",
            Parameter.Form.NAME,
            "1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'; random by default.");

    static final List<Operation> ALL = List.of(
            Operation.of(
                            "client create",
                            new Words(
                                    "Create an API client for a partner, which need not exist yet.",
                                    "Prints one JSON object: clientId, clientSecret, partnerId, webhookSecret. The"
                                            + " client's secret is shown only this once; the webhook secret belongs to"
                                            + " the partner and is the same for each of its clients.",
                                    "Its secret is shown once, on the page that follows."),
                            List.of(OF_PARTNER, ID),
                            ClientOperations::create)
                    .with(Extra.MASTER_KEY),
            Operation.of(
                    "client disable",
                    new Words(
                            "Remove a client's access, until 'client enable' gives it back.",
                            "Prints the client as one JSON object.",
                            "Its tokens stop working within seconds."),
                    List.of(CLIENT),
                    (given, means) -> enable(given, means, false)),
            Operation.of(
                    "client enable",
                    new Words(
                            "Give a disabled client its access back, with the secret that it had. Tokens from before"
                                    + " that haven't expired are valid again.",
                            "Prints the client as one JSON object.",
                            null),
                    List.of(CLIENT),
                    (given, means) -> enable(given, means, true)),
            Operation.of(
                    "client rotate-secret",
                    new Words(
                            "Replace a client's secret; the old one stops working at once.",
                            "Prints one JSON object: clientId, clientSecret, partnerId. The secret is shown only this"
                                    + " once.",
                            "The old secret stops working at once. The new one is shown once, on the page that"
                                    + " follows."),
                    List.of(CLIENT),
                    ClientOperations::rotateSecret));

    private ClientOperations() {}

    /**
     * A client's credentials, at the only moment that they exist in plain text.
     *
     * @param clientSecret never to be logged or stored
     */
    public record Credentials(String clientId, String clientSecret, String partnerId) {

        @Override
        public String toString() {
            return "Credentials[clientId=" + clientId + ", clientSecret=hidden, partnerId=" + partnerId + "]";
        }
    }

    /**
     * Creates a client for a partner, which need not exist yet.
     *
     * @param clientId null for a random one
     * @throws OperatorFault if the client exists, even if its record can't be read
     * @throws dev.partnercatalog.schemas.key.InvalidKeyException if an id is invalid
     */
    public static Credentials create(
            RecordTable<Client> clients, String partnerId, @Nullable String clientId, Clock clock) {
        Ids.requireName("partnerId", partnerId);
        String id = clientId == null ? randomId() : Ids.requireName("clientId", clientId);
        Client existing = readable(clients, id);
        if (existing != null) {
            throw new OperatorFault("client " + id + " already exists, for partner " + existing.getPartnerId()
                    + ": './catalog client rotate-secret " + id + "' gives it a new secret");
        }
        return withNewSecret(
                clients,
                Client.newBuilder()
                        .setClientId(id)
                        .setPartnerId(partnerId)
                        .setEnabled(true)
                        .setCreatedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS)));
    }

    private static Task create(Given given, Means means) {
        String partnerId = given.text(OF_PARTNER);
        String clientId = given.orNull(ID);
        // The key comes first, so that no client is created whose webhook secret can't be printed.
        MasterKey key = means.masterKey();
        int generation = key == null ? 0 : webhookSecretGeneration(partnerId, means.partnerConfigs());
        return new Task((clientId == null ? "" : clientId + " ") + "of partner " + partnerId, entry -> {
            Credentials created = create(means.clients(), partnerId, clientId, means.clock());
            entry.target(inWords(created.clientId(), partnerId));
            Part.Facts facts = facts(created);
            return Result.of("the client is created")
                    .with(
                            key == null
                                    ? facts
                                    : facts.and(Part.Facts.of(Part.inJson(
                                            "webhookSecret", Cell.text(key.webhookSecret(partnerId, generation))))))
                    .orAnother(another(created));
        });
    }

    /**
     * Gives a client its access, or takes it away.
     *
     * @return the client as it is now
     * @throws OperatorFault if there is no such client, or its record can't be read
     */
    public static Client enable(RecordTable<Client> clients, String clientId, boolean enabled) {
        Client before = existing(clients, clientId);
        Client changed = Client.newBuilder(before).setEnabled(enabled).build();
        clients.put(clientId, changed);
        return changed;
    }

    /**
     * Replaces a client's secret; the old one stops working at once.
     *
     * @throws OperatorFault if there is no such client, or its record can't be read
     */
    public static Credentials rotateSecret(RecordTable<Client> clients, String clientId) {
        return withNewSecret(clients, Client.newBuilder(existing(clients, clientId)));
    }

    private static Task enable(Given given, Means means, boolean enabled) {
        String clientId = given.text(CLIENT);
        RecordTable<Client> clients = means.clients();
        return new Task(clientId, entry -> {
            Client changed = enable(clients, clientId, enabled);
            entry.target(inWords(clientId, changed.getPartnerId()));
            return Result.of("client " + clientId + " is " + (enabled ? "enabled" : "disabled"))
                    .with(COLUMNS.facts(changed));
        });
    }

    private static Task rotateSecret(Given given, Means means) {
        String clientId = given.text(CLIENT);
        RecordTable<Client> clients = means.clients();
        return new Task(clientId, entry -> {
            Credentials rotated = rotateSecret(clients, clientId);
            entry.target(inWords(clientId, rotated.partnerId()));
            return Result.of("the client has another secret")
                    .with(facts(rotated))
                    .orAnother(another(rotated));
        });
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

    private static Client existing(RecordTable<Client> clients, String clientId) {
        Client client = readable(clients, clientId);
        if (client == null) {
            throw new OperatorFault("there is no client " + clientId + ": see './catalog client list'");
        }
        return client;
    }

    private static @Nullable Client readable(RecordTable<Client> clients, String clientId) {
        return clients.contents()
                .readable(
                        clientId,
                        record -> "client " + clientId + " has no access, because its record can't be read: "
                                + record.text() + "; " + record.remedy() + ", then create the client again");
    }

    private static Credentials withNewSecret(RecordTable<Client> clients, Client.Builder changes) {
        RandomSecret secret = RandomSecret.random();
        Client client = changes.setSecretHash(ByteBuffer.wrap(secret.hash())).build();
        clients.put(client.getClientId(), client);
        return new Credentials(client.getClientId(), secret.text(), client.getPartnerId());
    }

    /** Never begins with a dash, so that it can be pasted as an argument. */
    private static String randomId() {
        String id = RandomSecret.randomText(CLIENT_ID_BYTES);
        return id.startsWith("-") ? randomId() : id;
    }

    private static Part.Facts facts(Credentials credentials) {
        return Part.Facts.of(
                Part.fact("clientId", "client id", new Cell.Code(credentials.clientId())),
                Part.fact(
                        "clientSecret",
                        "client secret, shown only this once",
                        new Cell.Code(credentials.clientSecret())),
                Part.inJson("partnerId", Cell.text(credentials.partnerId())));
    }

    private static String another(Credentials lost) {
        return "'./catalog client rotate-secret " + lost.clientId() + "' gives client " + lost.clientId()
                + " another secret";
    }

    /** Describes a client for the audit log. */
    private static String inWords(String clientId, String partnerId) {
        return clientId + " of partner " + partnerId;
    }
}
