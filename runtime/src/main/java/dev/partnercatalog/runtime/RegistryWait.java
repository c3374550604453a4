package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds up an application until the registry has its schemas. From then on, steady traffic needs no registry; without
 * them, the application would stop at the first record. Work that needs no schema continues in the meantime.
 * Thread-safe.
 */
public final class RegistryWait implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryWait.class);
    private static final Duration ONE_CALL = Duration.ofSeconds(2);
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    private static final Duration LOG_INTERVAL = Duration.ofSeconds(30);

    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final FutureTask<@Nullable Void> registration = new FutureTask<>(this::untilRegistered, null);

    private RegistryWait(SchemaRegistry registry, String topicPrefix) {
        this.registry = registry.withPatience(ONE_CALL);
        this.topicPrefix = topicPrefix;
    }

    /**
     * Starts registering all schemas, and retries while the registry is unavailable, which is logged at once and then
     * from time to time.
     */
    public static RegistryWait begin(SchemaRegistry registry, String topicPrefix) {
        RegistryWait wait = new RegistryWait(registry, topicPrefix);
        Thread thread = new Thread(wait.registration, "schemas");
        thread.setDaemon(true);
        thread.start();
        return wait;
    }

    /**
     * Waits until the registry has all schemas.
     *
     * @throws dev.partnercatalog.schemas.registry.IncompatibleSchemaException if the registry refuses a schema
     * @throws IllegalStateException if the thread is interrupted
     */
    public void await() {
        try {
            registration.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Stops trying. */
    @Override
    public void close() {
        registration.cancel(true);
    }

    private void untilRegistered() {
        long lastLogged = 0;
        while (true) {
            try {
                registry.registerAll(topicPrefix);
                return;
            } catch (RegistryUnavailableException e) {
                if (lastLogged == 0 || System.nanoTime() - lastLogged > LOG_INTERVAL.toNanos()) {
                    lastLogged = System.nanoTime();
                    LOG.warn("waiting for the schema registry: {}", e.getMessage());
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for the schema registry", e);
    }
}
