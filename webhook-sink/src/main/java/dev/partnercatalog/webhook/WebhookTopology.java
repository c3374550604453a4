package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.state.SinkState;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
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

    /**
     * While there is something to send, ticks ask for commits, as often as their pace allows; this interval applies when there
     * is nothing to send.
     */
    private static final long IDLE_COMMIT_MS = 1_000;

    private WebhookTopology() {}

    /** The configuration of Kafka Streams. */
    static Properties properties(WebhookSinkSettings settings, RocksDbMemory memory) {
        Properties properties = settings.kafka().streams(WebhookSink.NAME);
        settings.instance().applyTo(properties, memory, settings.kafka().topics());
        // A transaction can't include deliveries.
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        // A killed task's store holds nothing that its changelog lacks.
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, IDLE_COMMIT_MS);
        // Ticks run between two polls, so a poll must not wait longer than a tick.
        properties.put(StreamsConfig.POLL_MS_CONFIG, SinkTask.TICK.toMillis());
        // While it waits for the tasks' topic, which stays empty, Kafka Streams would build text about it all the time.
        properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        // Only the commit waits for these writes, and it flushes without waiting for the linger. With 5 ms most batches
        // held one record.
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 100);
        return properties;
    }

    static Topology build(SinkTask.OfProcess tasks, UnreadableRecords unreadable) {
        Topology topology = new Topology();
        tasks.tables().subscriptions().addTo(topology, unreadable);
        tasks.tables().journal().table().addTo(topology, unreadable);
        tasks.tables().catalog().addTo(topology);
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
        topology.addStateStore(new UnloggedStoreBuilder<>(TaskStore.NAME, TaskStore::new), TASK);
        return topology;
    }

    /** Makes a task of a partition of {@code webhook-tasks}. */
    private static final class TaskProcessor implements Processor<byte[], byte[], Void, Void> {

        private final SinkTask.OfProcess tasks;
        private @Nullable SinkTask task;

        TaskProcessor(SinkTask.OfProcess tasks) {
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

    /**
     * A store that stores nothing, and tells the task when it has committed: everything that was written to the task's other
     * stores before is then in their changelogs. Kafka Streams tells that only to stores. Confined to the task's thread.
     */
    private static final class TaskStore implements StateStore {

        static final String NAME = "task";

        private boolean open;
        private Runnable committed = () -> {};

        void onCommit(Runnable then) {
            committed = then;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            context.register(
                    root,
                    (key, value) -> {
                        throw new IllegalStateException(NAME + " has no changelog to be restored from");
                    },
                    () -> committed.run());
            open = true;
        }

        @Override
        public void close() {
            open = false;
        }

        @Override
        public boolean persistent() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }
}
