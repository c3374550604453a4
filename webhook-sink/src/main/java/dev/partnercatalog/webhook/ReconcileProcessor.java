package dev.partnercatalog.webhook;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.webhook.journal.EndpointTable;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.Ownership;
import dev.partnercatalog.webhook.reconcile.Partition;
import dev.partnercatalog.webhook.reconcile.Reconciler;
import dev.partnercatalog.webhook.reconcile.Shared;
import dev.partnercatalog.webhook.state.CommitSignal;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Feeds a task's reconciler with records, ticks and commits. */
final class ReconcileProcessor extends ContextualProcessor<String, byte[], Void, Void> {

    /** How often a task looks for something to do: what a change waits at most, and what fills batches meanwhile. */
    static final Duration TICK = Duration.ofMillis(20);

    private static final Logger LOG = LoggerFactory.getLogger(ReconcileProcessor.class);

    private final SubscriptionTable subscriptions;
    private final EndpointTable endpoints;
    private final int partitions;
    private final Shared shared;
    private final RecordDeserializer<ResolvedVariant> records;
    private final Supplier<Membership> memberships;
    private @Nullable Reconciler reconciler;

    ReconcileProcessor(
            SubscriptionTable subscriptions,
            EndpointTable endpoints,
            int partitions,
            Shared shared,
            RecordDeserializer<ResolvedVariant> records,
            Supplier<Membership> memberships) {
        this.subscriptions = subscriptions;
        this.endpoints = endpoints;
        this.partitions = partitions;
        this.shared = shared;
        this.records = records;
        this.memberships = memberships;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        Function<String, ReadOnlyKeyValueStore<String, byte[]>> tables =
                table -> context.<KeyValueStore<String, byte[]>>getStateStore(table);
        endpoints.bind(tables);
        subscriptions.open(tables);
        KeyValueStore<Bytes, byte[]> store = context.getStateStore(SinkState.STORE);
        Reconciler started = new Reconciler(
                new SinkState(store), new Partition(context.taskId().partition(), partitions), context::commit, shared);
        CommitSignal commits = context.getStateStore(CommitSignal.STORE);
        Membership membership = memberships.get();
        TaskOwnership ownership = new TaskOwnership(membership);
        commits.listen(() -> started.committed(ownership));
        context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, time -> {
            // What a tick writes goes to the changelog, which refuses nobody: not even one who lost the partition.
            if (membership.holds() || membership.isConfirmedSince(System.nanoTime())) {
                started.tick(time);
                ownership.ticked();
            }
        });
        reconciler = started;
    }

    @Override
    public void process(Record<String, byte[]> record) {
        try {
            VariantKey key = VariantKey.parse(String.valueOf(record.key()));
            Long companyId = key.companyId();
            if (companyId == null) {
                return; // The entry that holds everywhere is listed by no scope.
            }
            long locationId = Objects.requireNonNullElse(key.locationId(), companyId);
            Objects.requireNonNull(reconciler, "not initialized")
                    .changed(
                            new ScopedVariant(companyId, locationId, key.barcode()),
                            listed(record.value()),
                            source().offset(),
                            context().currentSystemTimeMs(),
                            Cause.of(record.headers()));
        } catch (InvalidKeyException | UnreadableRecordException e) {
            // The topic is our own, so this is a fault of ours; other variants must not wait until it is mended.
            RecordMetadata source = source();
            LOG.error(
                    "a record of {} can't be read and is passed over: partition {}, offset {}: {}",
                    source.topic(),
                    source.partition(),
                    source.offset(),
                    e.getMessage());
        }
    }

    /** The record where its scope lists it, else null. */
    private @Nullable ResolvedVariant listed(byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        ResolvedVariant variant = records.deserialize("", value);
        return variant.getSkus().isEmpty() ? null : variant;
    }

    private RecordMetadata source() {
        return context().recordMetadata().orElseThrow();
    }

    /** A task owns its partition as long as its thread is a member of the group. */
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
        if (reconciler != null) {
            reconciler.close();
        }
    }
}
