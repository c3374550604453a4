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
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** Makes signing keys: RSA with 2048 bits, named by their thumbprint, encrypted before they leave (D17). */
public final class SigningKeyMaker {

    private static final int BITS = 2048;

    private final MasterKey masterKey;
    private final Clock clock;

    public SigningKeyMaker(MasterKey masterKey, Clock clock) {
        this.masterKey = masterKey;
        this.clock = clock;
    }

    public SigningKey make() {
        RSAKey key = generate();
        while (key.getKeyID().startsWith("-")) {
            // Its id couldn't be given to a command as it is.
            key = generate();
        }
        byte[] encrypted =
                masterKey.encrypt(SigningKeyTable.PURPOSE, key.toJSONString().getBytes(StandardCharsets.UTF_8));
        return SigningKey.newBuilder()
                .setKeyId(key.getKeyID())
                .setCreatedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .setEncryptedKey(ByteBuffer.wrap(encrypted))
                .build();
    }

    /** Whether a key was encrypted under the same master key. */
    public boolean canOpen(SigningKey key) {
        try {
            SigningKeyTable.decrypt(key, masterKey);
            return true;
        } catch (SecretException e) {
            return false;
        }
    }

    private static RSAKey generate() {
        try {
            return new RSAKeyGenerator(BITS)
                    .keyIDFromThumbprint(true)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("every Java platform makes RSA keys", e);
        }
    }
}
