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

    /**
     * The client; throws {@link TokenException} if it is unknown or disabled or the secret is wrong, without revealing
     * which.
     */
    Client authenticate(ClientCredentials credentials) {
        Client client = clients.find(credentials.clientId());
        // The secret is random and long (D17): its plain hash can't be reversed, and a slow hash would only slow us
        // down.
        boolean matches = MessageDigest.isEqual(sha256(credentials.secret()), secretHash(client));
        if (client == null || !matches || !client.getEnabled()) {
            throw TokenError.INVALID_CLIENT.because("The client is unknown or disabled, or its secret is wrong.");
        }
        return client;
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
