package dev.partnercatalog.query;

import dev.partnercatalog.runtime.GlobalApplication;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that must happen once, in this order, before anything can be served: the schemas are fetched, the tables
 * are loaded, and there is a key to sign tokens with. Runs in its own thread until
 * then.
 */
final class Loading implements Runnable {

    /** The step that needs the tables. */
    @FunctionalInterface
    interface LastStep {
        void run() throws InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Loading.class);
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

    private final GlobalApplication application;
    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final LastStep lastStep;
    private long warned;

    Loading(GlobalApplication application, SchemaRegistry registry, String topicPrefix, LastStep lastStep) {
        this.application = application;
        this.registry = registry;
        this.topicPrefix = topicPrefix;
        this.lastStep = lastStep;
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
            USED.forEach(this::fetchSchema);
            if (!application.awaitRunning(PATIENCE)) {
                LOG.warn("the tables are not loaded yet");
                return false;
            }
            lastStep.run();
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

    /** So that no record ever waits for the registry while a request waits for the record. */
    private void fetchSchema(CatalogTopic topic) {
        String name = topic.name(topicPrefix);
        registry.schema(name, registry.contentId(name, topic.valueSchema()), topic.valueSchema());
    }
}
