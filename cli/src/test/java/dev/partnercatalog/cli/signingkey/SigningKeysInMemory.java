package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.records.SigningKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Signing keys without a broker. */
final class SigningKeysInMemory implements SigningKeyDirectory {

    private final Map<String, SigningKey> keys = new TreeMap<>();

    @Override
    public Collection<SigningKey> all() {
        return List.copyOf(keys.values());
    }

    @Override
    public void put(SigningKey key) {
        keys.put(key.getKeyId(), key);
    }

    @Override
    public void remove(String keyId) {
        keys.remove(keyId);
    }
}
