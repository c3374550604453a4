package dev.partnercatalog.webhook;

import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Makes a task of a partition of {@code webhook-tasks}, in which nothing is ever written. Confined to the task's thread. */
final class TaskProcessor extends ContextualProcessor<byte[], byte[], Void, Void> {

    private final SinkTasks tasks;
    private @Nullable TaskStore store;

    TaskProcessor(SinkTasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        TaskStore commits = context.getStateStore(TaskStore.NAME);
        commits.begin(new SinkTask(context, tasks));
        store = commits;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {}

    @Override
    public void close() {
        if (store != null) {
            store.end();
        }
    }
}
