package dev.partnercatalog.webhook;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.journal.EndpointTable;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.state.CommitSignal;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology of the sink: company entries and listings flow into one processor with one store; the configurations are
 * global tables beside it.
 *
 * <pre>
 * company-variants, sku-barcodes ─► catalog-source ─► reconcile ─► (deliveries)
 *                                                     │ webhook-state, commit-signal
 * partner-configs, scope-configs, clients ─► tables ──┤
 * webhook-endpoints ──────────────► global table ─────┘
 * </pre>
 */
final class WebhookTopology {

    static final String SOURCE = "catalog-source";
    static final String PROCESSOR = "reconcile";

    private WebhookTopology() {}

    /**
     * @param memberships supplies the membership of the calling stream thread
     * @param store supplies {@link SinkState#STORE}, and so decides where a task's state is kept
     * @param quarantine receives what can't be reconciled
     * @param canaries receives canary events
     * @param paces supplies the commit pace of the calling stream thread
     * @param renewals the rebuilds of images that another version of the program wrote
     */
    static Topology build(
            TopicSettings topics,
            SchemaRegistry registry,
            SubscriptionTable subscriptions,
            EndpointTable endpoints,
            ReconcilerContext shared,
            UnreadableRecords unreadable,
            Supplier<Membership> memberships,
            KeyValueBytesStoreSupplier store,
            Quarantine quarantine,
            CanaryWatch canaries,
            Supplier<CommitPace> paces,
            ImageRenewals renewals) {
        Topology topology = new Topology();
        subscriptions.addTo(topology, unreadable);
        endpoints.addTo(topology, unreadable);
        unreadable.watch(CatalogTopic.COMPANY_VARIANTS);
        unreadable.watch(CatalogTopic.SKU_BARCODES);
        String entries = CatalogTopic.COMPANY_VARIANTS.name(topics.prefix());
        String listings = CatalogTopic.SKU_BARCODES.name(topics.prefix());
        topology.addSource(SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(), entries, listings);
        topology.addProcessor(
                PROCESSOR,
                quarantine.guarding(() -> new ReconcileProcessor(
                        subscriptions,
                        endpoints,
                        topics.partitions(),
                        shared,
                        new EntryRecords(
                                records(CatalogTopic.COMPANY_VARIANTS, ResolvedVariant.class, registry, topics)),
                        records(CatalogTopic.SKU_BARCODES, SkuBarcode.class, registry, topics),
                        entries,
                        listings,
                        unreadable,
                        memberships,
                        canaries,
                        paces,
                        renewals)),
                SOURCE);
        // No cache: it would write to the changelog in a different order than we do.
        topology.addStateStore(
                Stores.keyValueStoreBuilder(store, Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled()
                        .withLoggingEnabled(Map.of()),
                PROCESSOR);
        topology.addStateStore(CommitSignal.builder(), PROCESSOR);
        return topology;
    }

    private static <T extends SpecificRecord> OwnRecords<T> records(
            CatalogTopic topic, Class<T> type, SchemaRegistry registry, TopicSettings topics) {
        return new OwnRecords<>(topic, type, registry, topics.prefix(), topics.partitions());
    }
}
