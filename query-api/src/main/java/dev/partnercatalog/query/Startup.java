package dev.partnercatalog.query;

import dev.partnercatalog.query.table.MessageWriter;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeyMaker;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StartWait;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that must happen once, in this order, before anything can be served: the schemas are fetched, the tables
 * are loaded, and there is a key to sign tokens with. Runs in its own thread until then.
 */
final class Startup implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Startup.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final StreamsApplication application;
    private final SchemaRegistry registry;
    private final KafkaSettings kafka;
    private final SigningKeyTable keys;
    private final @Nullable SigningKeyMaker maker;

    /** @param maker null if another issuer signs */
    Startup(
            StreamsApplication application,
            SchemaRegistry registry,
            KafkaSettings kafka,
            SigningKeyTable keys,
            @Nullable SigningKeyMaker maker) {
        this.application = application;
        this.registry = registry;
        this.kafka = kafka;
        this.keys = keys;
        this.maker = maker;
    }

    /** Retries until it succeeds or the thread is interrupted; repeating a step does no harm. */
    @Override
    public void run() {
        try {
            StartWait.until(this::missing, StartWait.BETWEEN);
        } catch (IllegalStateException e) {
            LOG.debug("closed before it could serve", e);
        }
    }

    /** Takes the steps; returns what must be waited for, or null if they are done. */
    private @Nullable String missing() {
        try {
            // So that no record ever waits for the registry while a request waits for the record.
            registry.registerAll(kafka.topics().prefix());
            if (!application.awaitRunning(PATIENCE)) {
                return "the tables to be loaded";
            }
            if (maker != null) {
                createFirstKey(maker);
            }
            return null;
        } catch (RegistryUnavailableException e) {
            return "the schema registry: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "nothing any more: it is being closed";
        } catch (RuntimeException e) {
            LOG.error("the query API can't serve yet", e);
            return "what it can't serve without";
        }
    }

    /** Creates a signing key if there is none. Two instances may both create one; then both keys verify. */
    private void createFirstKey(SigningKeyMaker making) throws InterruptedException {
        if (keys.isEmpty()) {
            write(making.make());
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
