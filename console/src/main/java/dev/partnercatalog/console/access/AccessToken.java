package dev.partnercatalog.console.access;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The console's token for signing in: one line of a file. Never printed. Thread-safe. */
public final class AccessToken {

    /** 120 bits in base64. */
    private static final int MIN_LENGTH = 20;

    private static final int MAX_LENGTH = 1024;
    private static final String HMAC = "HmacSHA256";

    private final byte[] token;

    AccessToken(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a token; throws {@link IllegalArgumentException} if the file contains no suitable one, without revealing
     * it.
     */
    public static AccessToken load(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (token.length() < MIN_LENGTH
                    || token.length() > MAX_LENGTH
                    || token.lines().count() != 1) {
                throw new IllegalArgumentException("the token file " + file + " must contain one line of " + MIN_LENGTH
                        + " or more characters: (umask 077; head -c 32 /dev/urandom | base64 > FILE)");
            }
            return new AccessToken(token);
        } catch (IOException e) {
            throw new IllegalArgumentException("the token file " + file + " can't be read: " + FaultWords.of(e), e);
        }
    }

    /** Whether this is the token; takes the same time whatever differs. */
    boolean is(String given) {
        // The compared values have equal lengths, so that the time doesn't reveal the token's length.
        return MessageDigest.isEqual(
                authenticate("sign-in", token), authenticate("sign-in", given.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a code for this message and purpose that can't be computed without the token. */
    byte[] authenticate(String purpose, String message) {
        return authenticate(purpose, message.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] authenticate(String purpose, byte[] message) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(token, HMAC));
            mac.update((purpose + "\n").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    @Override
    public String toString() {
        return "AccessToken[…]";
    }
}
