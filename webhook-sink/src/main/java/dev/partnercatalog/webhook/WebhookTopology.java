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
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

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

    static Topology build(SinkTasks tasks, UnreadableRecords unreadable) {
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
                Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore(SinkState.STORE), Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled()
                        // An owner's row isn't compacted away in favour of one that a former owner wrote late:
                        // until then, the owner, or the next, has written its own once more.
                        .withLoggingEnabled(Map.of(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, UNCOMPACTED)),
                TASK);
        topology.addStateStore(TaskStore.builder(), TASK);
        return topology;
    }

    /** Makes a task of a partition of {@code webhook-tasks}. */
    private static final class TaskProcessor implements Processor<byte[], byte[], Void, Void> {

        private final SinkTasks tasks;
        private @Nullable SinkTask task;

        TaskProcessor(SinkTasks tasks) {
            this.tasks = tasks;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            SinkTask begun = new SinkTask(context, tasks);
            context.<TaskStore>getStateStore(TaskStore.NAME).onCommit(begun::committed);
            task = begun;
        }

        @Override
        public void process(Record<byte[], byte[]> record) {}

        @Override
        public void close() {
            if (task != null) {
                task.close();
                task = null;
            }
        }
    }
}
