package dev.partnercatalog.operations.client;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.credential.RandomSecret;
import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** An operator's actions on API clients. A change is durable when a method returns. */
public final class ClientAdministration {

    private static final int CLIENT_ID_BYTES = 16;

    private final RecordTable<Client> clients;
    private final RecordTable<PartnerConfig> partners;
    private final SecureRandom random;
    private final Clock clock;

    ClientAdministration(
            RecordTable<Client> clients, RecordTable<PartnerConfig> partners, SecureRandom random, Clock clock) {
        this.clients = clients;
        this.partners = partners;
        this.random = random;
        this.clock = clock;
    }

    /** Its methods throw {@link OperatorFault} if the brokers are unavailable or the topic of clients doesn't exist. */
    public static ClientAdministration connect(KafkaSettings kafka, SchemaRegistry registry) {
        return new ClientAdministration(
                new RecordTopic<>(CatalogTopic.CLIENTS, Client.class, kafka, registry),
                new RecordTopic<>(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, kafka, registry),
                new SecureRandom(),
                Clock.systemUTC());
    }

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
    public Credentials create(String partnerId, @Nullable String clientId) {
        Ids.requireName("partnerId", partnerId);
        String id = clientId == null ? randomId() : Ids.requireName("clientId", clientId);
        TableContents<Client> contents = clients.contents();
        requireReadable(contents, id);
        Client existing = contents.records().get(id);
        if (existing != null) {
            throw new OperatorFault("client " + id + " already exists, for partner " + existing.getPartnerId()
                    + ": './catalog client rotate-secret " + id + "' gives it a new secret");
        }
        RandomSecret secret = RandomSecret.random(random);
        clients.put(
                id,
                Client.newBuilder()
                        .setClientId(id)
                        .setPartnerId(partnerId)
                        .setSecretHash(ByteBuffer.wrap(secret.hash()))
                        .setEnabled(true)
                        .setCreatedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                        .build());
        return new Credentials(id, secret.text(), partnerId);
    }

    /**
     * The generation of a partner's webhook secret that signs now; 0 until it is rotated (D27).
     *
     * @throws OperatorFault if the partner's configuration can't be read
     */
    public int webhookSecretGeneration(String partnerId) {
        TableContents<PartnerConfig> contents = partners.contents();
        contents.unreadable(partnerId).ifPresent(record -> {
            throw new OperatorFault("can't find out which webhook secret of partner " + partnerId + " signs: its"
                    + " configuration can't be read: " + record.text());
        });
        PartnerConfig config = contents.records().get(partnerId);
        return config == null ? 0 : config.getWebhookControl().getSecretGeneration();
    }

    /** Every client, ordered by id. */
    public TableContents<Client> list() {
        return clients.contents();
    }

    /**
     * Removes a client's access, and ends its sessions at the desk for good; throws {@link OperatorFault} if there is no
     * such client.
     */
    public Client disable(String clientId) {
        Client existing = existing(clientId);
        return changed(Client.newBuilder(existing).setEnabled(false).setDisables(existing.getDisables() + 1));
    }

    /**
     * Gives a disabled client its access back, with the secret that it had; tokens from before that haven't expired are
     * valid again. Throws {@link OperatorFault} like {@link #disable}.
     */
    public Client enable(String clientId) {
        return changed(Client.newBuilder(existing(clientId)).setEnabled(true));
    }

    private Client changed(Client.Builder changes) {
        Client changed = changes.build();
        clients.put(changed.getClientId(), changed);
        return changed;
    }

    /**
     * Replaces a client's secret; the old one stops working at once. Throws {@link OperatorFault} like
     * {@link #disable}.
     */
    public Credentials rotateSecret(String clientId) {
        Client client = existing(clientId);
        RandomSecret secret = RandomSecret.random(random);
        clients.put(
                clientId,
                Client.newBuilder(client)
                        .setSecretHash(ByteBuffer.wrap(secret.hash()))
                        .build());
        return new Credentials(clientId, secret.text(), client.getPartnerId());
    }

    private Client existing(String clientId) {
        TableContents<Client> contents = clients.contents();
        requireReadable(contents, clientId);
        Client client = contents.records().get(clientId);
        if (client == null) {
            throw new OperatorFault("there is no client " + clientId + ": see './catalog client list'");
        }
        return client;
    }

    private static void requireReadable(TableContents<Client> clients, String clientId) {
        clients.unreadable(clientId).ifPresent(record -> {
            throw new OperatorFault("client " + clientId + " has no access, because its record can't be read: "
                    + record.text() + "; " + record.remedy() + ", then create the client again");
        });
    }

    /** Never begins with a dash, so that it can be pasted as an argument. */
    private String randomId() {
        String id = RandomSecret.randomText(random, CLIENT_ID_BYTES);
        return id.startsWith("-") ? randomId() : id;
    }
}
