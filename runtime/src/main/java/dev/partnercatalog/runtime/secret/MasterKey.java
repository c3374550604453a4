package dev.partnercatalog.runtime.secret;

import dev.partnercatalog.schemas.conversion.ByteOrderMark;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The one secret that an operator keeps: 32 random bytes in a file, as base64. Other secrets are derived from it, each
 * for its own purpose, so that none of them needs to be stored (D27). Thread-safe.
 */
public final class MasterKey {

    private static final int LENGTH = 32;
    /** For how many hours after a rotation the previous webhook secret also signs, if nothing else is set (D27). */
    public static final int DEFAULT_OVERLAP_HOURS = 24;

    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path file;
    private final byte[] key;

    private MasterKey(Path file, byte[] key) {
        this.file = file;
        this.key = key;
    }

    /** Reads the key; throws {@link SecretException} if the file is missing or doesn't contain a key. */
    public static MasterKey load(Path file) {
        try {
            byte[] key = Base64.getDecoder()
                    .decode(ByteOrderMark.skip(Files.readString(file)).strip());
            if (key.length != LENGTH) {
                throw new SecretException(
                        file + " doesn't contain a master key: expected " + LENGTH + " bytes in base64");
            }
            return new MasterKey(file, key);
        } catch (IOException e) {
            throw new SecretException("the master key can't be read from " + file + ": " + FaultWords.of(e), e);
        } catch (IllegalArgumentException e) {
            throw new SecretException(file + " doesn't contain a master key: not base64", e);
        }
    }

    /** Reads the key, or creates one that only its owner can read. Safe if several processes start at once. */
    public static MasterKey loadOrCreate(Path file) {
        SecretFile.createWhereAbsent(file, LENGTH);
        return load(file);
    }

    /** The file that it was read from. */
    public Path file() {
        return file;
    }

    /** Tells two keys apart; neither the key nor anything derived from it can be computed from this. */
    byte[] fingerprint() {
        return derive("fingerprint");
    }

    /** 32 bytes that depend only on this key and the purpose. */
    public byte[] derive(String purpose) {
        return Hashes.hmac(key).doFinal(("partner-catalog/" + purpose).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Encrypts and authenticates. For decryption, the purpose must be the same, and the context too: what is kept in
     * clear text next to the encrypted text, and must not be changed without it.
     */
    public byte[] encrypt(String purpose, String about, byte[] clear) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, purpose, about, nonce).doFinal(clear);
            return ByteBuffer.allocate(NONCE + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + CIPHER, e);
        }
    }

    /** Throws {@link SecretException} if key or purpose were others, or the text or its context was changed. */
    public byte[] decrypt(String purpose, String about, byte[] encrypted) {
        if (encrypted.length < NONCE) {
            throw new SecretException("too short to be encrypted under a master key");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, purpose, about, Arrays.copyOf(encrypted, NONCE))
                    .doFinal(encrypted, NONCE, encrypted.length - NONCE);
        } catch (GeneralSecurityException e) {
            throw new SecretException("not encrypted under this master key, or changed since", e);
        }
    }

    /**
     * A partner's webhook secret in the format of Standard Webhooks: {@code whsec_} and 32 bytes in base64 (D25, D27).
     * It is derived, so it isn't stored anywhere. The first generation is 0, and each rotation increases it.
     */
    public String webhookSecret(String partnerId, int generation) {
        return "whsec_"
                + Base64.getEncoder().encodeToString(derive("webhook-secret/" + (generation + 1) + "/" + partnerId));
    }

    private Cipher cipher(int mode, String purpose, String about, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(
                mode, new SecretKeySpec(derive("encryption/" + purpose), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(about.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    @Override
    public String toString() {
        return "MasterKey[hidden]";
    }
}
