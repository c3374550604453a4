package dev.partnercatalog.query;

import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.SigningKeyWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ensures that there is a key to sign tokens with. */
record FirstSigningKey(SigningKeyTable keys, SigningKeyMaker maker, SigningKeyWriter writer) {

    private static final Logger LOG = LoggerFactory.getLogger(FirstSigningKey.class);

    /**
     * Creates a key if there is none. Two instances may both create one; then both keys verify.
     *
     * @throws IllegalStateException if there are keys, but none that the master key decrypts
     */
    void createIfMissing() throws InterruptedException {
        if (keys.isEmpty()) {
            writer.write(maker.make());
            LOG.info("created the first signing key");
        } else if (keys.newestFirst().isEmpty()) {
            throw new IllegalStateException(
                    "none of the signing keys can be decrypted with this master key, or they were changed since: start with"
                            + " the one under which they were created, or remove them with './catalog signing-key remove --force'");
        }
    }
}
