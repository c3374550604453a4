package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.runtime.secret.WebhookSecretFile;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where alerts go, and when.
 *
 * @param url the operator's webhook, http or https, at any address; null: no alerts are sent
 * @param secretFile file with the signing secret, created if it is missing; null for {@value #SECRET_FILE} beside the
 *     master key. Not read if there is no URL
 */
public record AlertSettings(@Nullable URI url, @Nullable Path secretFile, AlertThresholds thresholds) {

    /** The default name of the secret's file. */
    public static final String SECRET_FILE = "alert-webhook.secret";

    /** No alerts are sent; metrics use the default thresholds. */
    public static final AlertSettings OFF = new AlertSettings(null, null, AlertThresholds.DEFAULT);

    /** Throws {@link IllegalArgumentException} if the URL contains a user name or password, which would not be sent. */
    public AlertSettings {
        if (url != null && url.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "the URL for alerts must not contain a user name or password; messages are signed instead");
        }
    }

    /** Returns the secret's file, given the master key's. */
    public Path secretFile(Path masterKeyFile) {
        return secretFile == null ? masterKeyFile.toAbsolutePath().resolveSibling(SECRET_FILE) : secretFile;
    }

    /**
     * Returns the signing secret, and creates it if it is missing; empty if there is no URL.
     *
     * @throws dev.partnercatalog.runtime.secret.SecretException if it can't be read or created
     */
    public String secret(Path masterKeyFile) {
        return url == null ? "" : WebhookSecretFile.loadOrCreate(secretFile(masterKeyFile));
    }

    /** A webhook's URL is often a secret itself, so logs show only the host. */
    @Override
    public String toString() {
        return "AlertSettings[" + (url == null ? "off" : url.getHost()) + ", " + secretFile + ", " + thresholds + "]";
    }
}
