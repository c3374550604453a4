package dev.partnercatalog.runtime.credential;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * A partner's key for {@code v1a} signatures: Ed25519 (RFC 8032). It is derived from the master key, so it isn't stored
 * anywhere. Each partner has its own, so that no partner can pass off one of its own messages to another as ours.
 * Thread-safe.
 */
public final class WebhookSigningKey {

    private static final String ALGORITHM = "Ed25519";
    private static final int LENGTH = 32;

    private final PrivateKey key;
    private final String publicKey;
    private final String keyId;

    private WebhookSigningKey(PrivateKey key, String publicKey) {
        this.key = key;
        this.publicKey = publicKey;
        this.keyId = thumbprint(publicKey);
    }

    /**
     * A partner's key.
     *
     * @param generation 0 for the partner's first key, increased by one with each rotation
     */
    public static WebhookSigningKey of(MasterKey masterKey, String partnerId, int generation) {
        return ofSeed(masterKey.derive("webhook-key/" + (generation + 1) + "/" + partnerId));
    }

    /** @param seed the private key of RFC 8032, 32 bytes */
    static WebhookSigningKey ofSeed(byte[] seed) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
            generator.initialize(NamedParameterSpec.ED25519, new FixedRandom(seed));
            KeyPair pair = generator.generateKeyPair();
            // Java calculates public keys only for key pairs that it generates, so check which one it generated.
            byte[] made = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            if (!MessageDigest.isEqual(made, seed)) {
                throw new IllegalStateException("this Java platform doesn't create Ed25519 keys from given bytes");
            }
            byte[] encoded = pair.getPublic().getEncoded();
            byte[] point = Arrays.copyOfRange(encoded, encoded.length - LENGTH, encoded.length);
            return new WebhookSigningKey(pair.getPrivate(), base64Url(point));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform from 15 on has " + ALGORITHM, e);
        }
    }

    /** The signature of the concatenated parts: 64 bytes. */
    public byte[] sign(byte[]... parts) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            for (byte[] part : parts) {
                signature.update(part);
            }
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform from 15 on has " + ALGORITHM, e);
        }
    }

    /** The key's id: the thumbprint of its public key (RFC 7638, RFC 8037). */
    public String keyId() {
        return keyId;
    }

    /** The public key as in the member {@code x} of a JWK: 32 bytes in base64url. */
    public String publicKey() {
        return publicKey;
    }

    @Override
    public String toString() {
        return "WebhookSigningKey[" + keyId + "]";
    }

    private static String thumbprint(String publicKey) {
        String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + publicKey + "\"}";
        try {
            return base64Url(MessageDigest.getInstance("SHA-256").digest(members.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the bytes that it was created with. */
    private static final class FixedRandom extends SecureRandom {

        private static final long serialVersionUID = 1L;

        private final byte[] given;

        FixedRandom(byte[] given) {
            this.given = given.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            System.arraycopy(given, 0, bytes, 0, bytes.length);
        }
    }
}
