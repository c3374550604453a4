package dev.partnercatalog.query.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Creates signing keys: RSA with 2048 bits, named by their thumbprint, encrypted before they leave (D17). The encryption
 * covers the id and the creation time, which determine which key signs: a removed key can't come back as the newest one.
 */
public final class SigningKeyMaker {

    private static final int BITS = 2048;
    private static final String PURPOSE = "signing-key";

    private final MasterKey masterKey;
    private final Clock clock;

    public SigningKeyMaker(MasterKey masterKey, Clock clock) {
        this.masterKey = masterKey;
        this.clock = clock;
    }

    public SigningKey make() {
        RSAKey key = generate();
        while (key.getKeyID().startsWith("-")) {
            // Its id could be mistaken for a command's option.
            key = generate();
        }
        Instant createdAt = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        byte[] clear = key.toJSONString().getBytes(StandardCharsets.UTF_8);
        return SigningKey.newBuilder()
                .setKeyId(key.getKeyID())
                .setCreatedAt(createdAt)
                .setEncryptedKey(ByteBuffer.wrap(masterKey.encrypt(PURPOSE, about(key.getKeyID(), createdAt), clear)))
                .build();
    }

    /** Whether a key was encrypted under the same master key and is unchanged. */
    public boolean canOpen(SigningKey key) {
        try {
            open(key, masterKey);
            return true;
        } catch (SecretException e) {
            return false;
        }
    }

    /** The private key; throws {@link SecretException} if it is encrypted under another master key, or was changed. */
    static RSAKey open(SigningKey key, MasterKey masterKey) {
        ByteBuffer encrypted = key.getEncryptedKey().duplicate();
        byte[] bytes = new byte[encrypted.remaining()];
        encrypted.get(bytes);
        byte[] clear = masterKey.decrypt(PURPOSE, about(key.getKeyId(), key.getCreatedAt()), bytes);
        try {
            return RSAKey.parse(new String(clear, StandardCharsets.UTF_8));
        } catch (ParseException e) {
            // The exception may quote the private key, so it goes no further.
            throw new SecretException("the decrypted content is not an RSA key");
        }
    }

    /** No two pairs result in the same text: the time comes first, and contains no slash. */
    private static String about(String keyId, Instant createdAt) {
        return createdAt.toEpochMilli() + "/" + keyId;
    }

    private static RSAKey generate() {
        try {
            return new RSAKeyGenerator(BITS)
                    .keyIDFromThumbprint(true)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("every Java platform supports RSA keys", e);
        }
    }
}
