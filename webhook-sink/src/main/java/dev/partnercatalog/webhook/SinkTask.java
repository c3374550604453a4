package dev.partnercatalog.webhook;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogStores;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.journal.Journal;
import dev.partnercatalog.webhook.membership.CommitPace;
import dev.partnercatalog.webhook.membership.LateRows;
import dev.partnercatalog.webhook.membership.Memberships.Membership;
import dev.partnercatalog.webhook.reconcile.Reconciler;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task from start to close: gives ticks and commits to its reconciler. Confined to its thread. */
final class SinkTask implements AutoCloseable {

    /** How often a task checks for work. */
    static final Duration TICK = Duration.ofMillis(5);

    private static final Logger LOG = LoggerFactory.getLogger(SinkTask.class);
    private static final Duration NOTES = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ProcessorContext<Void, Void> context;
    private final OfProcess tasks;
    private final int partition;
    private final KeyValueStore<Bytes, byte[]> store;
    private final SinkCatalog catalog;
    private final SinkState state;
    private final CommitPace pace;
    private final Membership membership;
    private final CatalogWatch.Gate gate;
    private Reconciler reconciler;
    private long nextNote;
    private long nextTry;

    /** Starts with what the task's stores hold. */
    SinkTask(ProcessorContext<Void, Void> context, OfProcess tasks) {
        this.context = context;
        this.tasks = tasks;
        partition = context.taskId().partition();
        Function<String, ReadOnlyKeyValueStore<String, byte[]>> tables =
                table -> context.<KeyValueStore<String, byte[]>>getStateStore(table);
        tasks.tables().journal().table().bind(tables);
        tasks.tables().subscriptions().open(tables);
        store = context.getStateStore(SinkState.STORE);
        catalog = tasks.tables().catalog().ofTask(partition);
        pace = tasks.ofThread().pace().get();
        tasks.guards().lateRows().begin(partition, context.currentSystemTimeMs());
        state = new SinkState(store, catalog);
        reconciler = reconciler(state, tasks.guards().watch().isOutdated(state.task(), catalog));
        membership = tasks.ofThread().membership().get();
        gate = tasks.guards().watch().gate(partition);
        nextNote = nanoTime();
        nextTry = nextNote;
        context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, time -> {
            // A tick's writes go to the changelog, which accepts them from anyone, even from an instance that has lost
            // the partition.
            if (membership.holds() || membership.isConfirmed()) {
                tick(time);
            }
        });
    }

    private Reconciler reconciler(SinkState state, boolean compareAll) {
        return new Reconciler(state, new Partition(partition, tasks.topics().partitions()), tasks.shared(), compareAll);
    }

    private long nanoTime() {
        return tasks.guards().nanoTime().getAsLong();
    }

    private void tick(long time) {
        overrule();
        if (nanoTime() < nextTry || !gate.isOpen()) {
            return;
        }
        try {
            catalog.retry();
        } catch (RegistryUnavailableException e) {
            nextTry = nanoTime() + PAUSE.toNanos();
            return;
        }
        try {
            if (reconciler.tick(time, pace.isDue(), pace::isTimeLeft)) {
                pace.requested();
                context.commit();
            }
        } catch (RegistryUnavailableException e) {
            LOG.warn(
                    "an entry of partition {} can't be read until the registry answers; nothing of it is sent until then: {}",
                    partition,
                    e.getMessage());
            // What was gathered is in the state, as after a kill.
            reconciler.close();
            reconciler = reconciler(state, false);
            nextTry = nanoTime() + PAUSE.toNanos();
            return;
        }
        note();
    }

    /** Writes its own values over rows that a former owner of the partition wrote late. */
    private void overrule() {
        for (Bytes key : tasks.guards().lateRows().take(partition)) {
            store.put(key, store.get(key));
        }
    }

    /** Writes every few minutes, even if nothing changes: between its own rows, the task notices others'. */
    private void note() {
        if (nanoTime() >= nextNote) {
            Instant caughtUpAt = tasks.guards().watch().caughtUpAt();
            nextNote = nanoTime() + (caughtUpAt == null ? PAUSE : NOTES).toNanos();
            reconciler.note(caughtUpAt);
        }
    }

    /** Everything written so far is durable. */
    void committed() {
        pace.committed();
        reconciler.committed(membership);
    }

    @Override
    public void close() {
        reconciler.close();
        gate.close();
        catalog.close();
    }

    /** What the tasks of a process share. Thread-safe. */
    record OfProcess(TopicSettings topics, Tables tables, Guards guards, OfThread ofThread, ReconcilerContext shared) {

        /** Global tables. */
        record Tables(CatalogStores catalog, SubscriptionTable subscriptions, Journal journal) {}

        /** What keeps a task from sending what is out of date. */
        record Guards(CatalogWatch watch, LateRows lateRows, LongSupplier nanoTime) {}

        /** What the calling stream thread has of its own. */
        record OfThread(Supplier<Membership> membership, Supplier<CommitPace> pace) {}
    }
}
