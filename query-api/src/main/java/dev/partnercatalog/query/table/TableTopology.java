package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The partitioned tables, each a topic and the store that it fills:
 *
 * <pre>
 * resolved-variants-source ─► resolved-variants-table ─► store variant-images-1
 * sku-barcodes-source ─► sku-barcodes-table ─► store sku-barcodes
 * </pre>
 *
 * The topics are compacted and hold just what the stores are made from, so a store is restored from its topic and needs
 * no changelog of its own.
 */
public final class TableTopology {

    private TableTopology() {}

    /** Adds the tables to a topology that is not yet running. */
    public static void addTo(
            Topology topology,
            String topicPrefix,
            SchemaRegistry registry,
            TableProgress progress,
            HeldVariants held,
            Quarantine quarantine) {
        Supplier<IncomingRecords> variants =
                () -> new IncomingRecords(Table.VARIANTS, new VariantImages(registry, topicPrefix), progress);
        add(topology, Table.VARIANTS, topicPrefix, variantStores(variants, held), variants, progress, held, quarantine);
        add(
                topology,
                Table.SKUS,
                topicPrefix,
                Stores.persistentKeyValueStore(Table.SKUS.storeName()),
                () -> new IncomingRecords(Table.SKUS, new SkuRecords(registry, topicPrefix), progress),
                progress,
                held,
                quarantine);
    }

    private static void add(
            Topology topology,
            Table table,
            String topicPrefix,
            KeyValueBytesStoreSupplier stores,
            Supplier<IncomingRecords> incoming,
            TableProgress progress,
            HeldVariants held,
            Quarantine quarantine) {
        String name = table.baseName();
        topology.addReadOnlyStateStore(
                Stores.keyValueStoreBuilder(stores, Serdes.String(), Serdes.ByteArray()),
                name + "-source",
                new StringDeserializer(),
                new ByteArrayDeserializer(),
                table.topicName(topicPrefix),
                name + "-table",
                quarantine.guarding(() -> new TableUpdate(table, incoming.get(), progress, held)));
    }

    private static KeyValueBytesStoreSupplier variantStores(Supplier<IncomingRecords> incoming, HeldVariants held) {
        KeyValueBytesStoreSupplier disks = Stores.persistentKeyValueStore(Table.VARIANTS.storeName());
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return disks.name();
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new VariantStore(disks.get(), incoming.get(), held);
            }

            @Override
            public String metricsScope() {
                return disks.metricsScope();
            }
        };
    }
}
