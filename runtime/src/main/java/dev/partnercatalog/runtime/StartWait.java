package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds up an application until the registry has its schemas, or streams-app has created the topics. Without schemas, the
 * application would stop at the first record; with them, steady traffic needs no registry. Thread-safe.
 */
public final class StartWait implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StartWait.class);
    /** Between looks. */
    public static final Duration BETWEEN = Duration.ofSeconds(1);

    private static final Duration LOG_INTERVAL = Duration.ofSeconds(30);
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(2);
    private static final int NAMED = 3;

    private final FutureTask<@Nullable Void> registration;

    private StartWait(Runnable registration) {
        this.registration = new FutureTask<>(registration, null);
    }

    /** Starts registering all schemas, and retries while the registry is unavailable. Other work goes on meanwhile. */
    public static StartWait ofSchemas(SchemaRegistry registry, String topicPrefix) {
        SchemaRegistry impatient = registry.withPatience(REGISTRY_PATIENCE);
        StartWait wait = new StartWait(() -> until(() -> unregistered(impatient, topicPrefix), BETWEEN));
        PeriodicTask.daemon(wait.registration, "schemas").start();
        return wait;
    }

    private static @Nullable String unregistered(SchemaRegistry registry, String topicPrefix) {
        try {
            registry.registerAll(topicPrefix);
            return null;
        } catch (RegistryUnavailableException e) {
            return "the schema registry: " + e.getMessage();
        }
    }

    /**
     * Waits until the registry has all schemas; throws {@link
     * dev.partnercatalog.schemas.registry.IncompatibleSchemaException} if it refuses one.
     */
    public void await() {
        try {
            registration.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the schema registry", e);
        }
    }

    /** Stops trying. */
    @Override
    public void close() {
        registration.cancel(true);
    }

    /**
     * Waits for the topics for as long as it takes. Returns the settings with their number of partitions, which is
     * configured only at streams-app; throws {@link dev.partnercatalog.schemas.topic.WrongTopicException} if those differ
     * that must be the same.
     */
    public static KafkaSettings untilMade(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.properties())) {
            TopicAdmin topics = new TopicAdmin(admin, kafka.topics());
            until(() -> missing(topics.missing()), BETWEEN);
            return kafka.withPartitions(topics.partitions());
        }
    }

    static @Nullable String missing(List<String> topics) {
        return topics.isEmpty()
                ? null
                : topics.size() + " topics that don't exist yet: "
                        + String.join(", ", topics.subList(0, Math.min(NAMED, topics.size())))
                        + (topics.size() > NAMED ? ", ..." : "") + "; './catalog streams-app' creates them";
    }

    /** Looks again and again until nothing is missing. What is, is logged at once and every half a minute. */
    public static void until(Supplier<@Nullable String> missing, Duration between) {
        long lastLogged = 0;
        for (String what = missing.get(); what != null; what = missing.get()) {
            if (lastLogged == 0 || System.nanoTime() - lastLogged > LOG_INTERVAL.toNanos()) {
                lastLogged = System.nanoTime();
                LOG.warn("waiting for {}", what);
            }
            try {
                TimeUnit.NANOSECONDS.sleep(between.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }
}
