package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.records.SigningKey;
import java.util.Collection;

/** Where the signing keys are kept. */
interface SigningKeyDirectory {

    /** Every key as of now, in no order. */
    Collection<SigningKey> all();

    /** Stores a key under its id; when it returns, the key is durable. */
    void put(SigningKey key);

    /** Deletes a key; when it returns, it is gone for good. */
    void remove(String keyId);
}
