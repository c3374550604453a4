package dev.partnercatalog.runtime.store;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.Position;
import org.jspecify.annotations.Nullable;

/**
 * A store of Kafka Streams whose rows are made from a topic. It keeps the offsets of its records itself, together with
 * them. Its size may be asked for by any thread.
 */
public abstract class RowStateStore implements StateStore {

    private final String name;
    private volatile @Nullable RowStore rows;

    /** @param name in the topology */
    protected RowStateStore(String name) {
        this.name = name;
    }

    /** It is open from now on. */
    protected final void opened(RowStore opened) {
        rows = opened;
    }

    /** It is closed from now on. Returns the rows, for the caller to close; null if it was closed before. */
    protected final @Nullable RowStore closing() {
        RowStore before = rows;
        rows = null;
        return before;
    }

    /** Its rows; throws {@link InvalidStateStoreException} if it is closed. */
    public RowStore rows() {
        RowStore open = rows;
        if (open == null) {
            throw new InvalidStateStoreException(name + " is closed");
        }
        return open;
    }

    /** A size of the store; 0 while it is closed. */
    public final long size(ToLongFunction<RowStore> size) {
        RowStore open = rows;
        return open == null ? 0 : size.applyAsLong(open);
    }

    /** Registers the metrics of all stores of a name. */
    public static void bindTo(MeterRegistry meters, String store, ToDoubleFunction<ToLongFunction<RowStore>> sizes) {
        Gauge.builder("catalog.streams.store.disk.bytes", () -> sizes.applyAsDouble(RowStore::diskBytes))
                .description("Size of a store on the disk.")
                .tag("store", store)
                .register(meters);
        Gauge.builder("catalog.streams.store.records", () -> sizes.applyAsDouble(RowStore::records))
                .description("Estimated number of records in a store.")
                .tag("store", store)
                .register(meters);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    @SuppressWarnings("deprecation") // the way to say so
    public final boolean managesOffsets() {
        return true;
    }

    @Override
    public final Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public final boolean persistent() {
        return true;
    }

    @Override
    public final boolean isOpen() {
        return rows != null;
    }
}
