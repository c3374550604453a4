package dev.partnercatalog.webhook.credential;

import dev.partnercatalog.runtime.credential.ClientCertificate;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

/** The credentials of every partner's webhook, decrypted once after each change. Thread-safe. */
public final class CredentialTable {

    private record Opened(CredentialSettings settings, Credentials credentials) {}

    private final CredentialSeal seal;
    private final Duration overlap;
    private final ConcurrentMap<String, Opened> opened = new ConcurrentHashMap<>();

    /** @param overlap how long after a rotation the previous key also signs */
    public CredentialTable(MasterKey masterKey, Duration overlap) {
        this.seal = new CredentialSeal(masterKey);
        this.overlap = overlap;
    }

    /**
     * Returns a partner's credentials.
     *
     * @param client that makes connections without a certificate
     * @throws SecretException if they can't be decrypted, with a message that an operator can act on
     */
    public Credentials of(String partnerId, CredentialSettings settings, OkHttpClient client) {
        Opened known = opened.get(partnerId);
        if (known == null || !known.settings().equals(settings)) {
            known = new Opened(settings, open(partnerId, settings, client));
            opened.put(partnerId, known);
        }
        return known.credentials();
    }

    /** Discards those of all other partners. */
    public void retain(Collection<String> partnerIds) {
        opened.keySet().retainAll(partnerIds);
    }

    private Credentials open(String partnerId, CredentialSettings settings, OkHttpClient client) {
        WebhookCredentials clear = seal.open(partnerId, settings.authentication());
        int generation = settings.keyGeneration();
        Instant rotatedAt = settings.keyRotatedAt();
        Instant earlierKeyUntil =
                clear.ed25519() && generation > 0 && rotatedAt != null ? rotatedAt.plus(overlap) : null;
        ClientCertificate certificate = clear.clientCertificate();
        return new Credentials(
                clear.ed25519() ? WebhookSigningKey.of(seal.masterKey(), partnerId, generation) : null,
                earlierKeyUntil == null ? null : WebhookSigningKey.of(seal.masterKey(), partnerId, generation - 1),
                earlierKeyUntil,
                clear.headers(),
                clear.oauth2(),
                certificate == null ? client : withCertificate(client, certificate.material()));
    }

    /**
     * Returns a client that trusts the same certificates as the given one. It has its own socket factory, because
     * okhttp shares connections only between equal factories; TLS sessions aren't shared either.
     */
    static OkHttpClient withCertificate(OkHttpClient client, ClientCertificate.Material material) {
        char[] password = {};
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "client", material.key(), password, material.chain().toArray(X509Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            X509TrustManager trusted = Objects.requireNonNull(client.x509TrustManager());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), new X509TrustManager[] {trusted}, null);
            return client.newBuilder()
                    .sslSocketFactory(context.getSocketFactory(), trusted)
                    .build();
        } catch (GeneralSecurityException | IOException e) {
            throw new SecretException("the client certificate can't be used: " + e.getMessage(), e);
        }
    }
}
