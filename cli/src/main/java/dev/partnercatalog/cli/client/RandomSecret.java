package dev.partnercatalog.cli.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A secret that proves the identity of a client: 256 random bits in base64url. Because it is random and
 * long, SHA-256 protects it as well as a slow hash would, and checking it stays cheap.
 *
 * @param text never to be logged or stored
 */
public record RandomSecret(String text) {

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    static RandomSecret random() {
        return new RandomSecret(randomText(BYTES));
    }

    /** Returns this number of random bytes in base64url. */
    static String randomText(int bytes) {
        byte[] value = new byte[bytes];
        RANDOM.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }

    /** SHA-256 of the text's UTF-8 bytes. */
    public byte[] hash() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "RandomSecret[hidden]";
    }
}
