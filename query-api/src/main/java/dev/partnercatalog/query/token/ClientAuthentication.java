package dev.partnercatalog.query.token;

import dev.partnercatalog.query.access.Clients;
import dev.partnercatalog.records.Client;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** Checks whether credentials are a client's. Thread-safe. */
final class ClientAuthentication {

    /** Compared if there is no such client, so that it takes as long; nobody knows a secret with this hash. */
    private static final byte[] HASH_OF_NOBODY = new byte[32];

    private final Clients clients;

    ClientAuthentication(Clients clients) {
        this.clients = clients;
    }

    /** The client; null if it is unknown or disabled or the secret is wrong, without revealing which. */
    @Nullable
    Client authenticate(String clientId, String secret) {
        Client client = clients.find(clientId);
        // The secret is random and long (D17): its plain hash can't be reversed, and a slow hash would only slow us
        // down.
        boolean matches = MessageDigest.isEqual(sha256(secret), secretHash(client));
        return client == null || !matches || !client.getEnabled() ? null : client;
    }

    private static byte[] secretHash(@Nullable Client client) {
        if (client == null) {
            return HASH_OF_NOBODY;
        }
        ByteBuffer hash = client.getSecretHash().duplicate();
        byte[] bytes = new byte[hash.remaining()];
        hash.get(bytes);
        return bytes;
    }

    private static byte[] sha256(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
