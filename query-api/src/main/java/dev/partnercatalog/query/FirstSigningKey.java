package dev.partnercatalog.query;

import dev.partnercatalog.query.table.MessageWriter;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ensures that there is a key to sign tokens with. */
record FirstSigningKey(SigningKeyTable keys, SigningKeyMaker maker, KafkaSettings kafka, SchemaRegistry registry) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(FirstSigningKey.class);

    /**
     * Creates a key if there is none. Two instances may both create one; then both keys verify.
     *
     * @throws IllegalStateException if there are keys, but none that the master key decrypts
     */
    void createIfMissing() throws InterruptedException {
        if (keys.isEmpty()) {
            write(maker.make());
            LOG.info("created the first signing key");
        } else if (keys.keys().isEmpty()) {
            throw new IllegalStateException(
                    "none of the signing keys can be decrypted with this master key, or they were changed since: start with"
                            + " the one under which they were created, or remove them with './catalog signing-key remove --force'");
        }
    }

    private void write(SigningKey key) throws InterruptedException {
        try (MessageWriter<SigningKey> writer =
                new MessageWriter<>(kafka, CatalogTopic.SIGNING_KEYS, registry, PATIENCE)) {
            writer.write(key.getKeyId(), key).toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the signing key could not be written", e);
        }
    }
}
