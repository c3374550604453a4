package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.records.SigningKey;
import java.util.Collection;

/** The signing keys on their compacted topic. Not thread-safe. */
record KafkaSigningKeyDirectory(RecordTopic<SigningKey> topic) implements SigningKeyDirectory {

    @Override
    public Collection<SigningKey> all() {
        return topic.all().values();
    }

    @Override
    public void put(SigningKey key) {
        topic.put(key.getKeyId(), key);
    }

    @Override
    public void remove(String keyId) {
        topic.remove(keyId);
    }
}
