package dev.partnercatalog.cli.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A client's secret: 256 random bits in base64url. Since it is random and long, SHA-256 hides it as well as a slow hash
 * would, and a token request stays cheap.
 *
 * @param text never to be logged or stored
 */
record ClientSecret(String text) {

    private static final int BYTES = 32;

    static ClientSecret random(SecureRandom random) {
        return new ClientSecret(randomText(random, BYTES));
    }

    static String randomText(SecureRandom random, int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }

    /** SHA-256 of the text's bytes. */
    byte[] hash() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "ClientSecret[hidden]";
    }
}
