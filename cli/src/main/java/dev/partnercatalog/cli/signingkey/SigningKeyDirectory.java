package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;

/** Stores the signing keys. */
interface SigningKeyDirectory {

    /** Every current key, by id. */
    TableContents<SigningKey> contents();

    /** Stores a key under its id; when it returns, the key is durable. */
    void put(SigningKey key);

    /** Deletes a key; when it returns, it is gone for good. */
    void remove(String keyId);

    /** Deletes a record that can't be read, whatever partition it is in; when it returns, it is gone for good. */
    void remove(UnreadableRecord record);
}
