package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.secret.Hashes;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Partners' API clients in a catalog's topics. A secret is 256 random bits in base64url, shown once and stored as a
 * hash; SHA-256 protects it as well as a slow hash would. The methods throw {@link OperatorFault} if a client doesn't
 * exist or its record can't be read.
 */
public final class ClientAccounts {

    private static final int CLIENT_ID_BYTES = 16;
    private static final int SECRET_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private ClientAccounts() {}

    /** A client's credentials, at the only moment that they exist in plain text: never to be logged or stored. */
    public record Credentials(String clientId, String clientSecret, String partnerId) {
        @Override
        public String toString() {
            return "Credentials[clientId=" + clientId + ", clientSecret=hidden, partnerId=" + partnerId + "]";
        }
    }

    /** A client as it is shown: never the hash of its secret. */
    public record ClientSummary(String clientId, String partnerId, boolean enabled, Instant createdAt) {

        public static ClientSummary of(Client client) {
            return new ClientSummary(
                    client.getClientId(), client.getPartnerId(), client.getEnabled(), client.getCreatedAt());
        }
    }

    /** Creates a client for a partner, which need not exist; throws {@link OperatorFault} if the id is taken. */
    public static Credentials create(OpenTopics topics, String partnerId, @Nullable String clientId) {
        Ids.requireName("partnerId", partnerId);
        String id = clientId == null ? randomId() : Ids.requireName("clientId", clientId);
        Client existing = readable(topics, id);
        if (existing != null) {
            throw new OperatorFault("client " + id + " already exists, for partner " + existing.getPartnerId()
                    + ": './catalog client rotate-secret " + id + "' gives it a new secret");
        }
        return withNewSecret(
                topics,
                Client.newBuilder()
                        .setClientId(id)
                        .setPartnerId(partnerId)
                        .setEnabled(true)
                        .setCreatedAt(Instant.now().truncatedTo(ChronoUnit.MILLIS)));
    }

    /** Gives a client its access back, with the secret that it had, or removes it; returns the client after that. */
    public static ClientSummary enable(OpenTopics topics, String clientId, boolean enabled) {
        Client changed = Client.newBuilder(existing(topics, clientId))
                .setEnabled(enabled)
                .build();
        topics.put(CatalogTopic.CLIENTS, clientId, changed);
        return ClientSummary.of(changed);
    }

    /** Replaces a client's secret. */
    public static Credentials rotateSecret(OpenTopics topics, String clientId) {
        return withNewSecret(topics, Client.newBuilder(existing(topics, clientId)));
    }

    private static Client existing(OpenTopics topics, String clientId) {
        Client client = readable(topics, clientId);
        if (client == null) {
            throw new OperatorFault("there is no client " + clientId + ": see './catalog client list'");
        }
        return client;
    }

    private static @Nullable Client readable(OpenTopics topics, String clientId) {
        return topics.read(CatalogTopic.CLIENTS, Client.class)
                .readable(
                        clientId,
                        record -> "client " + clientId + " has no access, because its record can't be read: "
                                + record.text() + "; " + record.remedy() + ", then create the client again");
    }

    private static Credentials withNewSecret(OpenTopics topics, Client.Builder changes) {
        String secret = randomText(SECRET_BYTES);
        Client client =
                changes.setSecretHash(ByteBuffer.wrap(Hashes.sha256(secret))).build();
        topics.put(CatalogTopic.CLIENTS, client.getClientId(), client);
        return new Credentials(client.getClientId(), secret, client.getPartnerId());
    }

    /** Never begins with a dash, so that it can be pasted as an argument. */
    private static String randomId() {
        String id = randomText(CLIENT_ID_BYTES);
        return id.startsWith("-") ? randomId() : id;
    }

    private static String randomText(int bytes) {
        byte[] value = new byte[bytes];
        RANDOM.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }
}
