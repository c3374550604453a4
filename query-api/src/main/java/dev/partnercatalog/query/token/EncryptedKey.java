package dev.partnercatalog.query.token;

import com.nimbusds.jose.jwk.RSAKey;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Instant;

/**
 * A signing key as its topic has it. The encryption covers the id and the creation time, which settle which key signs: a
 * key that was removed can't come back as the newest one.
 */
final class EncryptedKey {

    private static final String PURPOSE = "signing-key";

    private EncryptedKey() {}

    static SigningKey of(RSAKey key, Instant createdAt, MasterKey masterKey) {
        byte[] clear = key.toJSONString().getBytes(StandardCharsets.UTF_8);
        return SigningKey.newBuilder()
                .setKeyId(key.getKeyID())
                .setCreatedAt(createdAt)
                .setEncryptedKey(ByteBuffer.wrap(masterKey.encrypt(PURPOSE, about(key.getKeyID(), createdAt), clear)))
                .build();
    }

    /** The private key; throws {@link SecretException} where it is under another master key, or was changed. */
    static RSAKey open(SigningKey key, MasterKey masterKey) {
        ByteBuffer encrypted = key.getEncryptedKey().duplicate();
        byte[] bytes = new byte[encrypted.remaining()];
        encrypted.get(bytes);
        byte[] clear = masterKey.decrypt(PURPOSE, about(key.getKeyId(), key.getCreatedAt()), bytes);
        try {
            return RSAKey.parse(new String(clear, StandardCharsets.UTF_8));
        } catch (ParseException e) {
            // The exception may quote the private key, so it goes no further.
            throw new SecretException("what was decrypted is no RSA key");
        }
    }

    /** No two pairs make the same text: the time comes first, and has no slash. */
    private static String about(String keyId, Instant createdAt) {
        return createdAt.toEpochMilli() + "/" + keyId;
    }
}
