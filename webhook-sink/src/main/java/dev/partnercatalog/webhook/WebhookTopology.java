package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.state.SinkState;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology of the sink: the catalog and the configurations are global tables, which all tasks read. A task is a partition
 * of a topic in which nothing is ever written, and has one logged store.
 *
 * <pre>
 * company-variants, sku-barcodes, resolved-variants ─► entries, listings, products ─┐
 * partner-configs, scope-configs, clients ───────────► tables ──────────────────────┤
 * webhook-endpoints ─────────────────────────────────► table ───────────────────────┤
 * webhook-tasks ─────────────────────────────────────► task: webhook-state ─────────┴─► (deliveries)
 * </pre>
 */
final class WebhookTopology {

    private static final String TASK = "tasks";

    private static final String UNCOMPACTED = Long.toString(Duration.ofHours(1).toMillis());

    private WebhookTopology() {}

    /** @param store supplies {@link SinkState#STORE}, and so decides where a task's state is kept */
    static Topology build(SinkTasks tasks, KeyValueBytesStoreSupplier store, UnreadableRecords unreadable) {
        Topology topology = new Topology();
        tasks.tables().subscriptions().addTo(topology, unreadable);
        tasks.tables().journal().table().addTo(topology, unreadable);
        tasks.kept().stores().addTo(topology);
        topology.addSource(
                TASK + "-source",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                CatalogTopic.WEBHOOK_TASKS.name(tasks.topics().prefix()));
        topology.addProcessor(TASK, () -> new TaskProcessor(tasks), TASK + "-source");
        // No cache: it would write to the changelog in a different order than we do.
        topology.addStateStore(
                Stores.keyValueStoreBuilder(store, Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled()
                        // An owner's row isn't compacted away in favour of one that a former owner wrote late: until
                        // then,
                        // the owner, or the next, has written its own once more.
                        .withLoggingEnabled(Map.of(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, UNCOMPACTED)),
                TASK);
        topology.addStateStore(TaskStore.builder(), TASK);
        return topology;
    }
}
