package dev.partnercatalog.query;

import dev.partnercatalog.query.table.MessageWriter;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeyMaker;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
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
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final List<CatalogTopic> USED = List.of(
            CatalogTopic.RESOLVED_VARIANTS,
            CatalogTopic.COMPANY_VARIANTS,
            CatalogTopic.SKU_BARCODES,
            CatalogTopic.PARTNER_CONFIGS,
            CatalogTopic.SCOPE_CONFIGS,
            CatalogTopic.COMPANY_DIRECTORY,
            CatalogTopic.WEBHOOK_ENDPOINTS,
            CatalogTopic.WEBHOOK_BACKLOGS,
            CatalogTopic.WEBHOOK_ATTEMPTS,
            CatalogTopic.PARTNER_COMMANDS,
            CatalogTopic.CLIENTS,
            CatalogTopic.SIGNING_KEYS);

    private final StreamsApplication application;
    private final SchemaRegistry registry;
    private final KafkaSettings kafka;
    private final SigningKeyTable keys;
    private final @Nullable SigningKeyMaker maker;
    private long warned;

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
            while (!load()) {
                TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean load() throws InterruptedException {
        try {
            // So that no record ever waits for the registry while a request waits for the record.
            USED.forEach(topic -> registry.contentId(topic.name(kafka.topics().prefix()), topic.valueSchema()));
            if (!application.awaitRunning(PATIENCE)) {
                LOG.warn("the tables are not loaded yet");
                return false;
            }
            if (maker != null) {
                createFirstKey(maker);
            }
            return true;
        } catch (RegistryUnavailableException e) {
            warnNowAndThen(e);
            return false;
        } catch (RuntimeException e) {
            LOG.error("the query API can't serve yet", e);
            return false;
        }
    }

    private void warnNowAndThen(RegistryUnavailableException e) {
        long now = System.nanoTime();
        if (warned == 0 || now - warned > PATIENCE.toNanos()) {
            warned = now;
            LOG.warn("waiting for the schema registry: {}", e.getMessage());
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
