package dev.partnercatalog.query.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** Creates signing keys: RSA with 2048 bits, named by their thumbprint, encrypted before they leave (D17). */
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
            // Its id could be mistaken for a command's option.
            key = generate();
        }
        return EncryptedKey.of(key, clock.instant().truncatedTo(ChronoUnit.MILLIS), masterKey);
    }

    /** Whether a key was encrypted under the same master key and is unchanged. */
    public boolean canOpen(SigningKey key) {
        try {
            EncryptedKey.open(key, masterKey);
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
            throw new IllegalStateException("every Java platform supports RSA keys", e);
        }
    }
}
