package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;

/** The signing keys in their compacted topic. Not thread-safe. */
record KafkaSigningKeyDirectory(RecordTopic<SigningKey> topic) implements SigningKeyDirectory {

    @Override
    public TableContents<SigningKey> contents() {
        return topic.contents();
    }

    @Override
    public void put(SigningKey key) {
        topic.put(key.getKeyId(), key);
    }

    @Override
    public void remove(String keyId) {
        topic.remove(keyId);
    }

    @Override
    public void remove(UnreadableRecord record) {
        topic.remove(record);
    }
}
