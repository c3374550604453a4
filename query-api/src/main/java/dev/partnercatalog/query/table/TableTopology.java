package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.TableUpdate.IncomingRecords;
import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;

/**
 * The tables: topics and the global stores that they fill:
 *
 * <pre>
 * resolved-variants-source ─► resolved-variants-table ─► store variant-images-VERSION-1
 * company-variants-source ─► company-variants-table ─► store company-variant-images-VERSION-1
 * sku-barcodes-source ─► sku-barcodes-table ─► store sku-barcodes-1
 * </pre>
 *
 * Each instance has all of each table, whatever happens to other instances. The topics are compacted, so a store is
 * loaded from its topic and needs no log of its own.
 */
public final class TableTopology {

    private TableTopology() {}

    /** Adds the tables to a topology that isn't running yet. */
    public static void addTo(
            Topology topology, SchemaRegistry registry, TableStores stores, ChangeWatch watch, Closing closing) {
        TopicSettings topics = stores.shared().topics();
        for (CatalogTable table : CatalogTable.values()) {
            stores.shared().unreadable().watch(table.topic());
            String name = table.baseName();
            topology.addGlobalStore(
                    new UnloggedStoreBuilder<>(table.storeName(), () -> new TableStore(table, stores)),
                    name + "-source",
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    table.topic().name(topics.prefix()),
                    name + "-table",
                    () -> new TableUpdate(
                            table,
                            Stream.generate(() -> new IncomingRecords(
                                            table,
                                            TableCodec.of(table, registry, topics),
                                            stores.shared().unreadable(),
                                            closing))
                                    .limit(Runtime.getRuntime().availableProcessors())
                                    .toList(),
                            stores,
                            watch));
        }
    }

    /**
     * What the stores of all tables share.
     *
     * @param filling loads stores into the memory tier
     * @param changesKept how long changes are known
     */
    public record TableStores(TopicStore.Shared shared, MemoryFilling filling, Duration changesKept) {

        /** A request that found its cursor valid may take a while. */
        private static final Duration LATE = Duration.ofHours(1);

        /** How long the rows of changes are kept: a little longer than cursors are valid. */
        Duration rowsKept() {
            return changesKept.plus(LATE);
        }
    }

    /**
     * Whether the application of the tables is being closed. Thread-safe.
     *
     * @param wanted whether nothing may wait any longer
     * @param breaksOff whether to break off loading: the tables have not been loaded yet
     */
    public record Closing(BooleanSupplier wanted, BooleanSupplier breaksOff) {}
}
