package dev.partnercatalog.query;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.table.CatalogUnavailableException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Lets nothing be read of a table that isn't loaded: what a half-loaded table doesn't have yet would be taken for what
 * doesn't exist. Who comes a little early waits: an instance that has just been started again is reached by callers who
 * know of no other. Thread-safe.
 */
final class Gate {

    /** Within what callers wait for an answer anyway. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String LOADING = "The catalog is still being loaded.";
    private static final Duration LOOK = Duration.ofMillis(50);

    private final BooleanSupplier loaded;
    private final Duration patience;
    private final Object opening = new Object();
    private volatile boolean globalTablesLoaded;
    private volatile boolean caughtUp;

    /**
     * A gate that is shut.
     *
     * @param loaded whether all that the topics held at the start is in the partitioned tables; asked until it is
     * @param patience for how long a reader waits for the gate to open
     */
    Gate(BooleanSupplier loaded, Duration patience) {
        this.loaded = loaded;
        this.patience = patience;
    }

    /** To be called when clients, keys and configurations can be read, which an application that runs has loaded whole. */
    void openGlobalTables() {
        globalTablesLoaded = true;
    }

    boolean isOpenForGlobalTables() {
        return globalTablesLoaded;
    }

    /** Whether all that the topics held at the start is in the tables. Once they are that far, they stay open. */
    boolean isOpen() {
        if (!caughtUp && globalTablesLoaded && loaded.getAsBoolean()) {
            caughtUp = true;
        }
        return caughtUp;
    }

    /** Reads clients, keys or configurations; throws {@link HttpProblem} (status 503) where that can't be done now. */
    <T extends @Nullable Object> T global(Supplier<T> reading) {
        return read(this::isOpenForGlobalTables, reading);
    }

    /** Reads variants and listings; throws {@link HttpProblem} (status 503) where that can't be done now. */
    <T extends @Nullable Object> T catalog(Supplier<T> reading) {
        return read(this::isOpen, reading);
    }

    private <T extends @Nullable Object> T read(BooleanSupplier open, Supplier<T> reading) {
        if (!open.getAsBoolean() && !opens(open)) {
            throw HttpProblem.unavailable(LOADING);
        }
        try {
            return reading.get();
        } catch (CatalogUnavailableException e) {
            throw HttpProblem.unavailable(String.valueOf(e.getMessage()));
        } catch (InvalidStateStoreException e) {
            throw HttpProblem.unavailable("A table is not here now.");
        } catch (RegistryUnavailableException e) {
            throw HttpProblem.unavailable("The schema of a record is not known here yet.");
        }
    }

    private boolean opens(BooleanSupplier open) {
        long deadline = System.nanoTime() + patience.toNanos();
        synchronized (opening) {
            while (!open.getAsBoolean()) {
                if (System.nanoTime() >= deadline) {
                    return false;
                }
                try {
                    opening.wait(LOOK.toMillis());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
        }
        return true;
    }
}
