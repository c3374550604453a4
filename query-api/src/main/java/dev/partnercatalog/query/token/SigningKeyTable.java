package dev.partnercatalog.query.token;

import com.nimbusds.jose.jwk.RSAKey;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.runtime.table.GlobalTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The signing keys of a table, decrypted once per change of it. Thread-safe. */
public final class SigningKeyTable implements SigningKeys {

    /** The order in which keys sign: the first one does. */
    public static final Comparator<SigningKey> NEWEST_FIRST = Comparator.comparing(SigningKey::getCreatedAt)
            .thenComparing(SigningKey::getKeyId)
            .reversed();

    /** What the master key encrypts signing keys for. */
    static final String PURPOSE = "signing-key";

    private static final Logger LOG = LoggerFactory.getLogger(SigningKeyTable.class);

    private record Snapshot(long version, List<RSAKey> newestFirst) {}

    private final GlobalTable<SigningKey> table;
    private final MasterKey masterKey;
    private volatile Snapshot snapshot = new Snapshot(-1, List.of());

    public SigningKeyTable(GlobalTable<SigningKey> table, MasterKey masterKey) {
        this.table = table;
        this.masterKey = masterKey;
    }

    /** Keys that this master key can't decrypt are left out and logged: they neither sign nor verify here. */
    @Override
    public List<RSAKey> newestFirst() {
        // The version is read first: a change in between only means that the next call looks again.
        long version = table.version();
        Snapshot known = snapshot;
        if (known.version() != version) {
            known = new Snapshot(version, read());
            snapshot = known;
        }
        return known.newestFirst();
    }

    /** Whether there is any key in the table, one that can't be decrypted too. */
    public boolean isEmpty() {
        return table.keys().isEmpty();
    }

    private List<RSAKey> read() {
        return table.keys().stream()
                .map(table::get)
                .filter(Objects::nonNull)
                .sorted(NEWEST_FIRST)
                .flatMap(this::decrypt)
                .toList();
    }

    private Stream<RSAKey> decrypt(SigningKey key) {
        try {
            return Stream.of(RSAKey.parse(new String(decrypt(key, masterKey), StandardCharsets.UTF_8)));
        } catch (SecretException e) {
            LOG.error("signing key {} is left out: {}", key.getKeyId(), e.getMessage());
            return Stream.empty();
        } catch (ParseException e) {
            // The exception may quote the private key, so it is not logged.
            LOG.error("signing key {} is left out: what was decrypted is no RSA key", key.getKeyId());
            return Stream.empty();
        }
    }

    /** The private JWK's bytes; throws {@link SecretException} where they are under another master key. */
    static byte[] decrypt(SigningKey key, MasterKey masterKey) {
        ByteBuffer encrypted = key.getEncryptedKey().duplicate();
        byte[] bytes = new byte[encrypted.remaining()];
        encrypted.get(bytes);
        return masterKey.decrypt(PURPOSE, bytes);
    }
}
