package dev.partnercatalog.webhook;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.CatalogStore;
import dev.partnercatalog.webhook.catalog.EntryRecords;
import dev.partnercatalog.webhook.catalog.EntryStore;
import dev.partnercatalog.webhook.catalog.ListingRecords;
import dev.partnercatalog.webhook.catalog.ListingStore;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.Commits;
import dev.partnercatalog.webhook.reconcile.Ownership;
import dev.partnercatalog.webhook.reconcile.Partition;
import dev.partnercatalog.webhook.reconcile.Reconciler;
import dev.partnercatalog.webhook.state.SinkState;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task from start to close: gives records, ticks and commits to its reconciler. Confined to its thread. */
final class SinkTask implements AutoCloseable {

    /** How often a task checks for work. */
    static final Duration TICK = Duration.ofMillis(5);

    private static final Logger LOG = LoggerFactory.getLogger(SinkTask.class);
    private static final Duration NOTES = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ProcessorContext<Void, Void> context;
    private final SinkTasks tasks;
    private final int partition;
    private final TopicPartition entriesSource;
    private final TopicPartition listingsSource;
    private final KeyValueStore<Bytes, byte[]> store;
    private final SinkCatalog catalog;
    private final EntryRecords entries;
    private final ListingRecords listings;
    private final CommitPace pace;
    private final TaskOwnership ownership;
    private final CatalogGate gate;
    private Reconciler reconciler;
    private @Nullable Instant noted;
    private long nextNote;
    private long nextTry;

    /** Starts with what the task's stores hold. */
    SinkTask(ProcessorContext<Void, Void> context, SinkTasks tasks) {
        this.context = context;
        this.tasks = tasks;
        partition = context.taskId().partition();
        entriesSource = tasks.source(CatalogTopic.COMPANY_VARIANTS, partition);
        listingsSource = tasks.source(CatalogTopic.SKU_BARCODES, partition);
        Function<String, ReadOnlyKeyValueStore<String, byte[]>> tables =
                table -> context.<KeyValueStore<String, byte[]>>getStateStore(table);
        tasks.tables().endpoints().table().bind(tables);
        tasks.tables().subscriptions().open(tables);
        store = context.getStateStore(SinkState.STORE);
        EntryStore keptEntries = context.getStateStore(EntryStore.NAME);
        ListingStore keptListings = context.getStateStore(ListingStore.NAME);
        catalog = new SinkCatalog(keptEntries, keptListings);
        entries = tasks.kept().stores().entryRecords();
        listings = tasks.kept().stores().listingRecords();
        pace = tasks.ofThread().pace().get();
        SinkState state = new SinkState(store, catalog);
        reconciler = reconciler(state, tasks.kept().watch().isOutdated(state.task(), catalog, partition));
        Membership membership = tasks.ofThread().membership().get();
        ownership = new TaskOwnership(membership);
        gate = new CatalogGate(
                catalog,
                entriesSource,
                listingsSource,
                membership,
                tasks.tables().current().get(),
                tasks.kept().watch());
        nextNote = nanoTime();
        nextTry = nextNote;
        context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, time -> {
            // A tick's writes go to the changelog, which accepts them from anyone, even from an instance that has lost
            // the partition.
            if (membership.holds() || membership.isConfirmedSince(System.nanoTime())) {
                tick(time);
                ownership.ticked();
            }
        });
    }

    private Reconciler reconciler(SinkState state, boolean compareAnew) {
        return new Reconciler(
                state,
                new Partition(partition, tasks.topics().partitions()),
                new TaskCommits(context, pace),
                tasks.shared(),
                compareAnew,
                context.currentSystemTimeMs());
    }

    private long nanoTime() {
        return tasks.kept().nanoTime().getAsLong();
    }

    private void tick(long time) {
        if (nanoTime() < nextTry || !gate.isOpen()) {
            return;
        }
        try {
            catalog.entries().retry();
        } catch (RegistryUnavailableException e) {
            nextTry = nanoTime() + PAUSE.toNanos();
            return;
        }
        try {
            reconciler.tick(time);
        } catch (RegistryUnavailableException e) {
            LOG.warn(
                    "an entry of {} can't be read until the registry answers; nothing from it is sent until then: {}",
                    entriesSource,
                    e.getMessage());
            // What was gathered is in the state, as after a kill.
            reconciler.close();
            reconciler = reconciler(new SinkState(store, catalog), false);
            nextTry = nanoTime() + PAUSE.toNanos();
            return;
        }
        noteWhole();
    }

    /** Notes every few minutes when everything that the sources held had been read. */
    private void noteWhole() {
        if (nanoTime() < nextNote) {
            return;
        }
        Instant whole = tasks.kept().watch().whole(entriesSource, listingsSource);
        nextNote = nanoTime() + (whole == null ? PAUSE : NOTES).toNanos();
        if (whole != null && (noted == null || whole.isAfter(noted))) {
            noted = whole;
            reconciler.noteWhole(whole);
        }
    }

    /** Everything written so far is durable. */
    void committed() {
        pace.committed();
        reconciler.committed(ownership);
    }

    /** Takes a record of one of the sources. */
    void process(CatalogTopic topic, Record<byte[], byte[]> record, RecordMetadata source) {
        try {
            if (topic == CatalogTopic.SKU_BARCODES) {
                changeListing(record, source);
            } else {
                changeEntry(record, source);
            }
            tasks.records().unreadable().gone(topic, source.partition(), record.key());
        } catch (UnreadableRecordException e) {
            if (record.value() != null) {
                // Partners keep what they have, because what should replace it isn't known.
                tasks.records()
                        .unreadable()
                        .found(new UnreadableRecord(
                                topic,
                                source.partition(),
                                source.offset(),
                                record.key(),
                                String.valueOf(e.getMessage())));
            } else if (record.key() != null) {
                tasks.records().unreadable().gone(topic, source.partition(), record.key());
            }
        }
        reconciler.passed(topic, source.offset());
    }

    private void changeEntry(Record<byte[], byte[]> record, RecordMetadata source) {
        String key = entries.key(record.key(), source.partition());
        ScopedVariant variant = EntryRecords.variant(key);
        try {
            var unused = entries.value(key, record.value());
        } catch (UnreadableRecordException e) {
            if (variant != null) {
                reconciler.entryUnreadable(variant, record.value(), source.offset());
            }
            throw e;
        }
        if (variant != null) {
            reconciler.entryChanged(variant, record.value(), origin(record, source));
        }
    }

    private void changeListing(Record<byte[], byte[]> record, RecordMetadata source) {
        String key = listings.key(record.key(), source.partition());
        String barcode = listings.barcode(key, record.value());
        reconciler.listingChanged(ListingKey.parse(key), barcode, origin(record, source));
    }

    private static CatalogStore.Origin origin(Record<byte[], byte[]> record, RecordMetadata source) {
        return new CatalogStore.Origin(source.offset(), record.timestamp(), PublicationTime.of(record.headers()));
    }

    /** The commits of one task. */
    private record TaskCommits(ProcessorContext<Void, Void> context, CommitPace pace) implements Commits {

        @Override
        public boolean mayBeAsked() {
            return pace.isDue();
        }

        @Override
        public void ask() {
            pace.requested();
            context.commit();
        }
    }

    /** A task owns its partition while its thread is a member of the group. */
    private static final class TaskOwnership implements Ownership {

        private final Membership membership;
        private long lastTick = System.nanoTime();

        TaskOwnership(Membership membership) {
            this.membership = membership;
        }

        void ticked() {
            lastTick = System.nanoTime();
        }

        @Override
        public boolean isConfirmed() {
            return membership.isConfirmedSince(lastTick);
        }

        @Override
        public boolean holds() {
            return membership.holds();
        }
    }

    @Override
    public void close() {
        tasks.records().unreadable().forget(CatalogTopic.COMPANY_VARIANTS, partition);
        tasks.records().unreadable().forget(CatalogTopic.SKU_BARCODES, partition);
        reconciler.close();
        gate.close();
    }
}
