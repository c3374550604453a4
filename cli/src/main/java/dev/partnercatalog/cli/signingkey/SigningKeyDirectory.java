package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;

/** Where the signing keys are kept. */
interface SigningKeyDirectory {

    /** Every key as of now, by its id. */
    TableContents<SigningKey> contents();

    /** Stores a key under its id; when it returns, the key is durable. */
    void put(SigningKey key);

    /** Deletes a key; when it returns, it is gone for good. */
    void remove(String keyId);

    /** Deletes a record that can't be read, in whatever partition it is; when it returns, it is gone for good. */
    void remove(UnreadableRecord record);
}
