package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Holds up an application until the registry has its schemas. From then on, steady traffic needs no registry; without
 * them, the application would stop at the first record. Work that needs no schema continues in the meantime.
 * Thread-safe.
 */
public final class RegistryWait implements AutoCloseable {

    private static final Duration ONE_CALL = Duration.ofSeconds(2);

    private final FutureTask<@Nullable Void> registration;

    private RegistryWait(SchemaRegistry registry, String topicPrefix) {
        SchemaRegistry impatient = registry.withPatience(ONE_CALL);
        registration = new FutureTask<>(
                () -> TopicWait.until(() -> missing(impatient, topicPrefix), TopicWait.BETWEEN), null);
    }

    private static @Nullable String missing(SchemaRegistry registry, String topicPrefix) {
        try {
            registry.registerAll(topicPrefix);
            return null;
        } catch (RegistryUnavailableException e) {
            return "the schema registry: " + e.getMessage();
        }
    }

    /** Starts registering all schemas, and retries while the registry is unavailable. */
    public static RegistryWait begin(SchemaRegistry registry, String topicPrefix) {
        RegistryWait wait = new RegistryWait(registry, topicPrefix);
        PeriodicTask.daemon(wait.registration, "schemas").start();
        return wait;
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
}
