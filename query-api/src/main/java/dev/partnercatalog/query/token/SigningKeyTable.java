package dev.partnercatalog.query.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The signing keys of a table, decrypted once for each change of the table. Thread-safe. */
public final class SigningKeyTable {

    /** The order of precedence for signing: the first key signs. */
    public static final Comparator<SigningKey> NEWEST_FIRST = Comparator.comparing(SigningKey::getCreatedAt)
            .thenComparing(SigningKey::getKeyId)
            .reversed();

    private final GlobalTable<SigningKey> table;
    private final MasterKey masterKey;
    private final Supplier<SigningKeys> keys;

    public SigningKeyTable(GlobalTable<SigningKey> table, MasterKey masterKey) {
        this.table = table;
        this.masterKey = masterKey;
        keys = table.derived(read ->
                new SigningKeys(read.sorted(NEWEST_FIRST).flatMap(this::open).toList()));
    }

    /** Without keys that can't be read or that this master key can't decrypt: they neither sign nor verify here. */
    public SigningKeys keys() {
        return keys.get();
    }

    /** Whether there is no key in the table: one that can't be decrypted counts, a record that can't be read doesn't. */
    public boolean isEmpty() {
        return table.keys().stream().allMatch(key -> table.get(key) == null);
    }

    private Stream<RSAKey> open(SigningKey key) {
        try {
            return Stream.of(SigningKeyMaker.open(key, masterKey));
        } catch (SecretException e) {
            return Stream.empty();
        }
    }

    /** Throws {@link UnreadableRecordException} with the reason if a key is left out. */
    public void requireOpen(SigningKey key) {
        try {
            SigningKeyMaker.open(key, masterKey);
        } catch (SecretException e) {
            throw new UnreadableRecordException("the key can't be used: " + e.getMessage(), e);
        }
    }

    /** The private keys that sign access tokens: the newest signs, all of them verify. Immutable. */
    public static final class SigningKeys {

        private final List<RSAKey> newestFirst;
        private final JWKSet published;

        SigningKeys(List<RSAKey> newestFirst) {
            this.newestFirst = List.copyOf(newestFirst);
            this.published = new JWKSet(List.<JWK>copyOf(newestFirst)).toPublicJWKSet();
        }

        List<RSAKey> newestFirst() {
            return newestFirst;
        }

        public boolean isEmpty() {
            return newestFirst.isEmpty();
        }

        /** The public keys (RFC 7517). */
        String published() {
            return JSONObjectUtils.toJSONString(published.toJSONObject(true));
        }

        /** Those of the public keys that may verify a token; throws {@link KeySourceException} if there is no key yet. */
        public List<JWK> verifying(JWKSelector token) throws KeySourceException {
            if (isEmpty()) {
                throw new KeySourceException("there is no signing key yet");
            }
            return token.select(published);
        }
    }

    /**
     * Creates signing keys: RSA with 2048 bits, named by their thumbprint, encrypted before they leave (D17). The encryption
     * covers the id and the creation time, which determine which key signs: a removed key can't come back as the newest one.
     */
    public static final class SigningKeyMaker {

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
                    .setEncryptedKey(
                            ByteBuffer.wrap(masterKey.encrypt(PURPOSE, about(key.getKeyID(), createdAt), clear)))
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
}
