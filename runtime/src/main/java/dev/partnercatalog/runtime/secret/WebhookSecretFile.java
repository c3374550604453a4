package dev.partnercatalog.runtime.secret;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** A file that contains a webhook's signing secret in the format of Standard Webhooks: {@code whsec_} and base64. */
public final class WebhookSecretFile {

    private static final String PREFIX = "whsec_";
    private static final int NEW_BYTES = 32;

    /** As specified by Standard Webhooks. */
    private static final int MIN_BYTES = 24;

    private static final int MAX_BYTES = 64;
    private static final int LONGEST_FILE = 1 << 10;

    private WebhookSecretFile() {}

    /**
     * Reads the secret, or creates one in a file that only its owner can read. Safe if several processes start at once.
     *
     * @throws SecretException if it can't be created or read, or the file contains something else
     */
    public static String loadOrCreate(Path file) {
        SecretFile.createWhereAbsent(file, PREFIX, NEW_BYTES);
        try (InputStream in = Files.newInputStream(file)) {
            String secret = new String(in.readNBytes(LONGEST_FILE), StandardCharsets.ISO_8859_1).strip();
            if (!secret.startsWith(PREFIX)) {
                throw new SecretException(
                        file + " doesn't contain a webhook secret: expected " + PREFIX + " and base64");
            }
            int bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length())).length;
            if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
                throw new SecretException("%s doesn't contain a webhook secret: expected %d to %d bytes in base64"
                        .formatted(file, MIN_BYTES, MAX_BYTES));
            }
            return secret;
        } catch (IOException e) {
            throw new SecretException("the webhook secret can't be read from " + file + ": " + FaultWords.of(e), e);
        } catch (IllegalArgumentException e) {
            throw new SecretException(file + " doesn't contain a webhook secret: not base64", e);
        }
    }
}
