package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What may be read on this instance: everything, once the application that keeps the tables runs. Reads are interactive
 * queries of its stores. A reader that comes slightly too early waits: a newly restarted instance may be reached by
 * callers who know no other. Thread-safe.
 */
public final class TableState {

    /** Callers wait this long for a response anyway. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(TableState.class);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final Duration patience;
    private final Object loading = new Object();
    private final Runnable rebuild;
    private volatile @Nullable Function<String, TableStore> loaded;

    /** Lets a reader wait with some patience, and has damaged stores made anew. */
    public TableState(Duration patience, Runnable rebuild) {
        this.patience = patience;
        this.rebuild = rebuild;
    }

    /** The application runs: its stores are found by their names. */
    public void loaded(Function<String, TableStore> stores) {
        synchronized (loading) {
            loaded = stores;
            loading.notifyAll();
        }
    }

    /** The stores can't be read from now on. */
    public void unloaded() {
        loaded = null;
    }

    /** Whether the tables can be read: they contain everything that the topics held at the start. */
    public boolean isLoaded() {
        return loaded != null;
    }

    /** The store of a table; throws {@link InvalidStateStoreException} if it can't be read now. */
    TableStore store(CatalogTable table) {
        Function<String, TableStore> stores = loaded;
        if (stores == null) {
            throw new InvalidStateStoreException(table.storeName() + " is not loaded");
        }
        return stores.apply(table.storeName());
    }

    /** Makes durable what the stores hold; throws {@link InvalidStateStoreException} if they can't be read now. */
    public void flush() {
        for (CatalogTable table : CatalogTable.values()) {
            store(table).rows().flush();
        }
    }

    /** Registers the metrics of the stores. */
    public void bindTo(MeterRegistry registry) {
        for (CatalogTable table : CatalogTable.values()) {
            TopicStore.bindTo(registry, table.storeName(), size -> measured(table, size));
        }
    }

    private double measured(CatalogTable table, ToLongFunction<RowStore> size) {
        try {
            return store(table).size(size);
        } catch (InvalidStateStoreException e) {
            return Double.NaN;
        }
    }

    /** Reads tables; throws {@link HttpProblem} (status 503) if that can't be done now. */
    public <T extends @Nullable Object> T read(Supplier<T> reading) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            Function<String, TableStore> before = loaded;
            if (before != null) {
                try {
                    T found = reading.get();
                    // What is read while the stores are closed may be incomplete.
                    if (loaded == before) {
                        return found;
                    }
                } catch (ProcessorStateException e) {
                    LOG.error("A local store can't be read", e);
                    if (StoreFault.of(e).filter(StoreFault::damaged).isPresent()) {
                        rebuild.run();
                    }
                    throw HttpProblem.unavailable("A table can't be read.");
                } catch (InvalidStateStoreException e) {
                    LOG.debug("a store can't be read at the moment", e);
                } catch (NotArrivedException e) {
                    if (System.nanoTime() >= deadline) {
                        throw HttpProblem.unavailable("A product that is listed there has not arrived here yet.");
                    }
                } catch (RegistryUnavailableException e) {
                    throw HttpProblem.unavailable("The schema of a record is not known here yet.");
                }
            }
            if (System.nanoTime() >= deadline) {
                throw loading();
            }
            try {
                synchronized (loading) {
                    loading.wait(POLL_INTERVAL.toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw loading();
            }
        }
    }

    private static HttpProblem loading() {
        return HttpProblem.unavailable("The catalog is still being loaded.");
    }

    /** A product that is referred to has yet to arrive. It is caught soon and thrown again, so it has no stack trace. */
    static final class NotArrivedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotArrivedException() {
            super("a product has yet to arrive", null, false, false);
        }
    }
}
