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
 * A signing key as stored in its topic. The encryption covers the id and the creation time, which determine which key
 * signs: a removed key can't come back as the newest one.
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
}
