package dev.partnercatalog.webhook;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.journal.EndpointTable;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.Commits;
import dev.partnercatalog.webhook.reconcile.Ownership;
import dev.partnercatalog.webhook.reconcile.Partition;
import dev.partnercatalog.webhook.reconcile.Reconciler;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.state.CommitSignal;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** Feeds records, ticks and commits to a task's reconciler. */
final class ReconcileProcessor extends ContextualProcessor<byte[], byte[], Void, Void> {

    /** How often a task checks for work. */
    static final Duration TICK = Duration.ofMillis(5);

    private final SubscriptionTable subscriptions;
    private final EndpointTable endpoints;
    private final int partitions;
    private final ReconcilerContext shared;
    private final EntryRecords entries;
    private final OwnRecords<SkuBarcode> listings;
    private final String entriesTopic;
    private final String listingsTopic;
    private final UnreadableRecords unreadable;
    private final Supplier<Membership> memberships;
    private final CanaryWatch canaries;
    private final Supplier<CommitPace> paces;
    private final ImageRenewals renewals;
    private @Nullable Reconciler reconciler;
    private @Nullable ImageRenewal renewal;
    private @Nullable LeftoverCheck leftovers;

    ReconcileProcessor(
            SubscriptionTable subscriptions,
            EndpointTable endpoints,
            int partitions,
            ReconcilerContext shared,
            EntryRecords entries,
            OwnRecords<SkuBarcode> listings,
            String entriesTopic,
            String listingsTopic,
            UnreadableRecords unreadable,
            Supplier<Membership> memberships,
            CanaryWatch canaries,
            Supplier<CommitPace> paces,
            ImageRenewals renewals) {
        this.subscriptions = subscriptions;
        this.endpoints = endpoints;
        this.partitions = partitions;
        this.shared = shared;
        this.entries = entries;
        this.listings = listings;
        this.entriesTopic = entriesTopic;
        this.listingsTopic = listingsTopic;
        this.unreadable = unreadable;
        this.memberships = memberships;
        this.canaries = canaries;
        this.paces = paces;
        this.renewals = renewals;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        Function<String, ReadOnlyKeyValueStore<String, byte[]>> tables =
                table -> context.<KeyValueStore<String, byte[]>>getStateStore(table);
        endpoints.bind(tables);
        subscriptions.open(tables);
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(SinkState.STORE);
        CommitPace pace = paces.get();
        SinkState state = new SinkState(store);
        int partition = context.taskId().partition();
        renewals.judge(state, partition);
        Reconciler started = new Reconciler(
                state,
                new Partition(partition, partitions),
                new TaskCommits(context, pace),
                shared.ofOneTask(),
                context.currentSystemTimeMs());
        CommitSignal commits = context.getStateStore(CommitSignal.STORE);
        Membership membership = memberships.get();
        TaskOwnership ownership = new TaskOwnership(membership);
        commits.listen(() -> {
            pace.committed();
            started.committed(ownership);
        });
        ImageRenewal images = new ImageRenewal(
                state,
                new TopicPartition(entriesTopic, partition),
                new TopicPartition(listingsTopic, partition),
                entries,
                listings,
                renewals);
        renewal = images;
        LeftoverCheck check = new LeftoverCheck(
                state.leftovers(),
                new TopicPartition(entriesTopic, partition),
                new TopicPartition(listingsTopic, partition),
                entries,
                listings,
                renewals,
                started);
        leftovers = check;
        context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, time -> {
            // A tick's writes go to the changelog, which accepts them from anyone, even from an instance that has lost
            // the partition.
            if (membership.holds() || membership.isConfirmedSince(System.nanoTime())) {
                if (images.isDone()) {
                    started.tick(time);
                    images.noteWhole();
                    check.step(time);
                } else {
                    images.step();
                }
                ownership.ticked();
            }
        });
        reconciler = started;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata source = context().recordMetadata().orElseThrow();
        boolean listing = source.topic().equals(listingsTopic);
        CatalogTopic topic = listing ? CatalogTopic.SKU_BARCODES : CatalogTopic.COMPANY_VARIANTS;
        Objects.requireNonNull(leftovers, "not initialized")
                .seen(source.topic(), source.offset(), record.key(), source.partition(), record.value() != null);
        try {
            if (listing) {
                Objects.requireNonNull(renewal, "not initialized").seenListing(source.offset());
                changeListing(record, source);
            } else {
                changeEntry(record, source);
            }
            unreadable.gone(topic, source.partition(), record.key());
        } catch (UnreadableRecordException e) {
            if (record.value() != null) {
                // Partners keep what they have, because what should replace it isn't known.
                unreadable.found(new UnreadableRecord(
                        topic, source.partition(), source.offset(), record.key(), String.valueOf(e.getMessage())));
            } else if (record.key() != null) {
                unreadable.gone(topic, source.partition(), record.key());
            }
        }
    }

    private void changeEntry(Record<byte[], byte[]> record, RecordMetadata source) throws UnreadableRecordException {
        Objects.requireNonNull(renewal, "not initialized").seen(source.offset());
        String key = entries.key(record.key(), source.partition());
        byte[] image = entries.image(key, record.value());
        Cause cause = Cause.of(record.headers());
        if (Canary.is(key)) {
            canaries.arrived(new TopicPartition(source.topic(), source.partition()), cause);
            return;
        }
        ScopedVariant variant = EntryRecords.variant(key);
        if (variant != null) {
            reconciler().entryChanged(variant, image, source.offset(), context().currentSystemTimeMs(), cause);
        }
    }

    private void changeListing(Record<byte[], byte[]> record, RecordMetadata source) throws UnreadableRecordException {
        String key = listings.key(record.key(), source.partition());
        SkuBarcode listing = record.value() == null ? null : listings.value(key, record.value());
        reconciler()
                .listingChanged(
                        ListingKey.parse(key),
                        listing == null ? null : listing.getBarcode(),
                        source.offset(),
                        context().currentSystemTimeMs(),
                        Cause.of(record.headers()));
    }

    private Reconciler reconciler() {
        return Objects.requireNonNull(reconciler, "not initialized");
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
        unreadable.forget(CatalogTopic.COMPANY_VARIANTS, context().taskId().partition());
        unreadable.forget(CatalogTopic.SKU_BARCODES, context().taskId().partition());
        if (reconciler != null) {
            reconciler.close();
        }
        if (renewal != null) {
            renewal.close();
        }
        if (leftovers != null) {
            leftovers.close();
        }
    }
}
