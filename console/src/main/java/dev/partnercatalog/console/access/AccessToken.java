package dev.partnercatalog.console.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What an operator signs in with: one line of a file. Never printed. Thread-safe. */
public final class AccessToken {

    /** 120 bits in base64. */
    private static final int MIN_LENGTH = 20;

    private static final int MAX_LENGTH = 1024;
    private static final String HMAC = "HmacSHA256";

    private final byte[] token;

    AccessToken(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a token; throws {@link IllegalArgumentException} where the file holds none that is fit, which isn't told. */
    public static AccessToken load(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (token.length() < MIN_LENGTH
                    || token.length() > MAX_LENGTH
                    || token.lines().count() != 1) {
                throw new IllegalArgumentException("the token file " + file + " must hold one line of " + MIN_LENGTH
                        + " characters at least: (umask 077; head -c 32 /dev/urandom | base64 > FILE)");
            }
            return new AccessToken(token);
        } catch (IOException e) {
            throw new IllegalArgumentException("the token file can't be read: " + e, e);
        }
    }

    /** Whether that is it; takes as long whatever is wrong with it. */
    boolean is(String given) {
        // Of equal lengths, so that the time doesn't tell the token's.
        return MessageDigest.isEqual(
                authenticate("sign-in", token), authenticate("sign-in", given.getBytes(StandardCharsets.UTF_8)));
    }

    /** A code that nobody can make for this message and purpose without the token. */
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
