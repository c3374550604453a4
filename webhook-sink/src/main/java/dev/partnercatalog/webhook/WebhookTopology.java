package dev.partnercatalog.webhook;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.EntryStore;
import dev.partnercatalog.webhook.catalog.ListingStore;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology of the sink: entries and listings are read-only state stores, whose topics are their logs, beside the one
 * logged store; the products and the configurations are global tables beside them.
 *
 * <pre>
 * company-variants ─► entries-source ──► entries-task ──┐ entries
 * sku-barcodes ─────► listings-source ─► listings-task ─┤ listings, webhook-state, task ─► (deliveries)
 * partner-configs, scope-configs, clients ─► tables ────┤
 * resolved-variants ──────────────► products ───────────┤
 * webhook-endpoints ──────────────► global table ───────┘
 * </pre>
 */
final class WebhookTopology {

    private WebhookTopology() {}

    /** @param store supplies {@link SinkState#STORE}, and so decides where a task's state is kept */
    static Topology build(SinkTasks tasks, KeyValueBytesStoreSupplier store) {
        Topology topology = new Topology();
        tasks.tables().subscriptions().addTo(topology, tasks.records().unreadable());
        tasks.tables().endpoints().table().addTo(topology, tasks.records().unreadable());
        tasks.kept().stores().addProducts(topology);
        String entries = add(
                topology, CatalogTopic.COMPANY_VARIANTS, tasks.kept().stores().entries(), tasks);
        String listings =
                add(topology, CatalogTopic.SKU_BARCODES, tasks.kept().stores().listings(), tasks);
        topology.connectProcessorAndStateStores(entries, ListingStore.NAME);
        topology.connectProcessorAndStateStores(listings, EntryStore.NAME);
        // No cache: it would write to the changelog in a different order than we do.
        topology.addStateStore(
                Stores.keyValueStoreBuilder(store, Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled()
                        .withLoggingEnabled(Map.of()),
                entries,
                listings);
        topology.addStateStore(TaskStore.builder(), entries, listings);
        return topology;
    }

    /** Adds a source as a store; returns the name of its processor. */
    private static <S extends StateStore> String add(
            Topology topology, CatalogTopic topic, StoreBuilder<S> store, SinkTasks tasks) {
        tasks.records().unreadable().watch(topic);
        String processor = store.name() + "-task";
        topology.addReadOnlyStateStore(
                store,
                store.name() + "-source",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topic.name(tasks.topics().prefix()),
                processor,
                tasks.records().quarantine().guarding(() -> new CatalogProcessor(topic, tasks)));
        return processor;
    }
}
