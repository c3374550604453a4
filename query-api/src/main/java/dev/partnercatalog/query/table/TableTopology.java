package dev.partnercatalog.query.table;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * The partitioned tables, each a topic and the store that it fills:
 *
 * <pre>
 * resolved-variants-source ─► resolved-variants-table ─► store resolved-variants
 * sku-barcodes-source ─► sku-barcodes-table ─► store sku-barcodes
 * </pre>
 *
 * The topics are compacted and hold just what the stores hold, so a store is restored from its topic and needs no
 * changelog of its own.
 */
public final class TableTopology {

    private TableTopology() {}

    /** Adds the tables to a topology that is not yet running. */
    public static void addTo(Topology topology, String topicPrefix, SchemaRegistry registry, TableProgress progress) {
        add(topology, CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class, topicPrefix, registry, progress);
        add(topology, CatalogTopic.SKU_BARCODES, SkuBarcode.class, topicPrefix, registry, progress);
    }

    private static <T extends SpecificRecord> void add(
            Topology topology,
            CatalogTopic topic,
            Class<T> type,
            String topicPrefix,
            SchemaRegistry registry,
            TableProgress progress) {
        String name = topic.baseName();
        topology.addReadOnlyStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.ByteArray()),
                name + "-source",
                new StringDeserializer(),
                new ByteArrayDeserializer(),
                topic.name(topicPrefix),
                name + "-table",
                () -> new TableUpdate<>(name, new RecordDeserializer<>(registry, type), progress));
    }
}
