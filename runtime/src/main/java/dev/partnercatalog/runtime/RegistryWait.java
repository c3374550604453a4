package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds an application back until the registry has its schemas. From then on steady traffic needs no registry; begun
 * without them, it would stop at the first record.
 */
public final class RegistryWait {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryWait.class);
    private static final Duration ONE_CALL = Duration.ofSeconds(2);
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    private static final Duration TELL_EVERY = Duration.ofSeconds(30);

    private RegistryWait() {}

    /**
     * Registers all schemas, and goes on trying for as long as the registry is away, of which the log tells at once and
     * now and then.
     *
     * @throws dev.partnercatalog.schemas.registry.IncompatibleSchemaException where the registry refuses a schema
     * @throws IllegalStateException where the thread is interrupted
     */
    public static void untilRegistered(SchemaRegistry registry, String topicPrefix) {
        SchemaRegistry impatient = registry.withPatience(ONE_CALL);
        long told = 0;
        while (true) {
            try {
                impatient.registerAll(topicPrefix);
                return;
            } catch (RegistryUnavailableException e) {
                if (told == 0 || System.nanoTime() - told > TELL_EVERY.toNanos()) {
                    told = System.nanoTime();
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
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the schema registry", e);
        }
    }
}
