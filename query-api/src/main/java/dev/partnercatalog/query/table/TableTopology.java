package dev.partnercatalog.query.table;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The partitioned tables, each a topic and the store that it fills:
 *
 * <pre>
 * resolved-variants-source ─► resolved-variants-table ─► store variant-images-2
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
            TopicSettings topics,
            SchemaRegistry registry,
            TableProgress progress,
            HeldVariants held,
            UnreadableRecords unreadable,
            Quarantine quarantine,
            CanaryWatch canaries) {
        Supplier<IncomingRecords> variants = () -> new IncomingRecords(
                Table.VARIANTS,
                new VariantImages(records(Table.VARIANTS, ResolvedVariant.class, registry, topics)),
                unreadable);
        Supplier<IncomingRecords> skus = () -> new IncomingRecords(
                Table.SKUS, new SkuRecords(records(Table.SKUS, SkuBarcode.class, registry, topics)), unreadable);
        Map<Table, Supplier<IncomingRecords>> incoming = Map.of(Table.VARIANTS, variants, Table.SKUS, skus);
        Map<Table, KeyValueBytesStoreSupplier> stores = Map.of(
                Table.VARIANTS,
                variantStores(variants, held),
                Table.SKUS,
                Stores.persistentKeyValueStore(Table.SKUS.storeName()));
        for (Table table : Table.values()) {
            unreadable.watch(table.topic());
            Supplier<IncomingRecords> ofTable = Objects.requireNonNull(incoming.get(table));
            add(
                    topology,
                    table,
                    topics,
                    Objects.requireNonNull(stores.get(table)),
                    quarantine.guarding(() -> new TableUpdate(
                            table, topics.partitions(), ofTable.get(), progress, held, unreadable, canaries)));
        }
    }

    private static <T extends SpecificRecord> OwnRecords<T> records(
            Table table, Class<T> type, SchemaRegistry registry, TopicSettings topics) {
        return new OwnRecords<>(table.topic(), type, registry, topics.prefix(), topics.partitions());
    }

    private static void add(
            Topology topology,
            Table table,
            TopicSettings topics,
            KeyValueBytesStoreSupplier stores,
            ProcessorSupplier<byte[], byte[], Void, Void> update) {
        String name = table.baseName();
        topology.addReadOnlyStateStore(
                Stores.keyValueStoreBuilder(stores, Serdes.String(), Serdes.ByteArray()),
                name + "-source",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                table.topicName(topics.prefix()),
                name + "-table",
                update);
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
