package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.runtime.secret.WebhookSecretFile;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where alerts go, and when.
 *
 * @param url the operator's webhook, http or https, at any address; null: nobody is told
 * @param secretFile holds the secret that signs, made where it is missing; null for {@value #SECRET_FILE} beside the master
 *     key. Not read without a URL
 */
public record AlertSettings(@Nullable URI url, @Nullable Path secretFile, AlertThresholds thresholds) {

    /** The name of the secret's file by default. */
    public static final String SECRET_FILE = "alert-webhook.secret";

    /** Nobody is told; what is measured goes by the default thresholds. */
    public static final AlertSettings OFF = new AlertSettings(null, null, AlertThresholds.DEFAULT);

    /** Throws {@link IllegalArgumentException} where the URL has a user name or password, which would not be sent. */
    public AlertSettings {
        if (url != null && url.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "the URL for alerts has a user name or password: messages are signed instead");
        }
    }

    /** The file of the secret, where the master key's is known. */
    public Path secretFile(Path masterKeyFile) {
        return secretFile == null ? masterKeyFile.toAbsolutePath().resolveSibling(SECRET_FILE) : secretFile;
    }

    /**
     * The secret that signs, made where there is none; empty without a URL.
     *
     * @throws dev.partnercatalog.runtime.secret.SecretException where it can't be read or made
     */
    public String secret(Path masterKeyFile) {
        return url == null ? "" : WebhookSecretFile.loadOrCreate(secretFile(masterKeyFile));
    }

    /** A webhook's URL is often a secret itself, so logs show the host alone. */
    @Override
    public String toString() {
        return "AlertSettings[" + (url == null ? "off" : url.getHost()) + ", " + secretFile + ", " + thresholds + "]";
    }
}
