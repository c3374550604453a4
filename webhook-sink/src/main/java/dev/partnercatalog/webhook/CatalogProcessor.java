package dev.partnercatalog.webhook;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Gives the records of one topic to the task, which is the same for both topics. Confined to the task's thread. */
final class CatalogProcessor extends ContextualProcessor<byte[], byte[], Void, Void> {

    private final CatalogTopic topic;
    private final SinkTasks tasks;
    private @Nullable TaskStore store;
    private @Nullable SinkTask task;

    CatalogProcessor(CatalogTopic topic, SinkTasks tasks) {
        this.topic = topic;
        this.tasks = tasks;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        TaskStore shared = context.getStateStore(TaskStore.NAME);
        store = shared;
        task = shared.task(() -> new SinkTask(context, tasks));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Objects.requireNonNull(task, "not initialized")
                .process(topic, record, context().recordMetadata().orElseThrow());
    }

    @Override
    public void close() {
        if (store != null) {
            store.end();
        }
    }
}
