package dev.partnercatalog.query.table;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The tables: topics and the stores that they fill, with all their partitions:
 *
 * <pre>
 * resolved-variants-source ─► resolved-variants-table ─► store variant-images-3
 * company-variants-source ─► company-variants-table ─► store company-variant-images-3-1
 * sku-barcodes-source ─► sku-barcodes-table ─► store sku-barcodes-1
 * </pre>
 *
 * The topics are compacted and contain exactly the source of the stores, so a store is restored from its topic and needs
 * no changelog of its own.
 */
public final class TableTopology {

    private TableTopology() {}

    /** Adds the tables to a topology that isn't running yet. */
    public static void addTo(
            Topology topology,
            TopicSettings topics,
            SchemaRegistry registry,
            TableState state,
            MemoryFilling memory,
            UnreadableRecords unreadable,
            Quarantine quarantine,
            CanaryWatch canaries,
            ChangeWatch watch,
            Retention retention) {
        for (StoredTable table : StoredTable.values()) {
            unreadable.watch(table.topic());
            Supplier<IncomingRecords> incoming =
                    () -> new IncomingRecords(table, form(table, registry, topics), unreadable);
            String name = table.baseName();
            topology.addReadOnlyStateStore(
                    Stores.keyValueStoreBuilder(
                            new Supplied(table, incoming, state, memory), Serdes.String(), Serdes.ByteArray()),
                    name + "-source",
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    table.topic().name(topics.prefix()),
                    name + "-table",
                    quarantine.guarding(() -> new TableUpdate(
                            table,
                            topics.partitions(),
                            incoming.get(),
                            state,
                            memory,
                            unreadable,
                            canaries,
                            watch,
                            retention)));
        }
    }

    /** The topic that each store is made from, by the store's name. */
    public static Map<String, String> topicsByStore(TopicSettings topics) {
        return Arrays.stream(StoredTable.values())
                .collect(Collectors.toUnmodifiableMap(
                        StoredTable::storeName, table -> table.topic().name(topics.prefix())));
    }

    /** The partitions in which canary events arrive. */
    public static Set<TopicPartition> canaryPartitions(TopicSettings topics) {
        return Stream.of(StoredTable.VARIANTS, StoredTable.COMPANY_VARIANTS)
                .map(table -> table.topic().name(topics.prefix()))
                .flatMap(topic -> IntStream.range(0, topics.partitions())
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static StoredForm form(StoredTable table, SchemaRegistry registry, TopicSettings topics) {
        return switch (table) {
            case VARIANTS, COMPANY_VARIANTS ->
                new VariantImages(records(table, ResolvedVariant.class, registry, topics));
            case SKUS -> new ListedBarcodes(records(table, SkuBarcode.class, registry, topics));
        };
    }

    private static <T extends SpecificRecord> OwnRecords<T> records(
            StoredTable table, Class<T> type, SchemaRegistry registry, TopicSettings topics) {
        return new OwnRecords<>(table.topic(), type, registry, topics.prefix(), topics.partitions());
    }

    private record Supplied(
            StoredTable table, Supplier<IncomingRecords> incoming, TableState state, MemoryFilling memory)
            implements KeyValueBytesStoreSupplier {

        private KeyValueBytesStoreSupplier disks() {
            return Stores.persistentKeyValueStore(table.storeName());
        }

        @Override
        public String name() {
            return table.storeName();
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return new TableStore(disks().get(), table, incoming.get(), state, memory);
        }

        @Override
        public String metricsScope() {
            return disks().metricsScope();
        }
    }
}
