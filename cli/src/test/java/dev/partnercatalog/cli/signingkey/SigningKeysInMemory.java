package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Signing keys without a broker. */
final class SigningKeysInMemory implements SigningKeyDirectory {

    private final Map<String, SigningKey> keys = new TreeMap<>();
    private final List<UnreadableRecord> unreadable = new ArrayList<>();

    @Override
    public TableContents<SigningKey> contents() {
        return new TableContents<>(new TreeMap<>(keys), unreadable);
    }

    /** Makes the record under this id unreadable from now on. */
    void spoil(String keyId) {
        keys.remove(keyId);
        unreadable.add(new UnreadableRecord(
                CatalogTopic.SIGNING_KEYS, 3, 88, keyId.getBytes(StandardCharsets.UTF_8), "it has no bytes"));
    }

    @Override
    public void put(SigningKey key) {
        keys.put(key.getKeyId(), key);
    }

    @Override
    public void remove(String keyId) {
        keys.remove(keyId);
    }

    @Override
    public void remove(UnreadableRecord record) {
        unreadable.remove(record);
    }
}
