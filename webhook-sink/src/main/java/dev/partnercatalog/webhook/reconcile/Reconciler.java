package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.delivery.Delivery;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.Progress;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Brings each partner's copy of one partition's variants to what it should be. See the package for how. For the task's
 * own thread alone.
 */
public final class Reconciler {

    private record Completion(Batch batch, Outcome outcome) {}

    private final SinkState state;
    private final Progress entries;
    private final Progress listings;
    private final Runnable requestCommit;
    private final Shared shared;
    private final Comparison comparison;
    private final Spread spread;
    private final Sweep sweep;
    private final Configurations configurations;
    private final Settlement settlement;
    private final Pings pings;
    private final BacklogReports reports;
    private final Map<String, DueQueue> queues = new LinkedHashMap<>();
    private final Deque<String> turns = new ArrayDeque<>();
    private final List<Batch> formed = new ArrayList<>();
    private final IdentityHashMap<Batch, Delivery.Attempt> underWay = new IdentityHashMap<>();
    private final Queue<Completion> completions = new ConcurrentLinkedQueue<>();
    private long now;
    private boolean closed;

    /**
     * Takes up the work where the state left it.
     *
     * @param requestCommit asks the task to commit soon, after which {@link #committed} is to be called
     */
    public Reconciler(SinkState state, Partition partition, Runnable requestCommit, Shared shared) {
        this.state = state;
        this.entries = new Progress(state, CatalogTopic.COMPANY_VARIANTS);
        this.listings = new Progress(state, CatalogTopic.SKU_BARCODES);
        this.requestCommit = requestCommit;
        this.shared = shared;
        this.comparison = new Comparison(state);
        this.spread = new Spread(state, new SpreadWork(), shared.limits().marks());
        this.sweep = new Sweep(state, comparison, shared.limits().sweepRows());
        this.configurations = new Configurations(state, partition, sweep);
        this.settlement = new Settlement(state, shared.backoff(), shared.delivered());
        this.pings = new Pings(state, shared, partition);
        this.reports = new BacklogReports(state, configurations, shared.backlogs(), partition.number());
        configurations.adopt(shared.subscriptions().get());
        state.marks().partners().forEach(partnerId -> queue(partnerId).walkAgain());
    }

    /**
     * An entry changed. A company's holds at each location that has none of its own.
     *
     * @param variant at the scope that the entry is of
     * @param entry null where the scope has none any more
     * @param offset of the record in its topic
     * @param time in milliseconds since 1970
     * @param cause what made the change
     */
    public void entryChanged(
            ScopedVariant variant, @Nullable ResolvedVariant entry, long offset, long time, Cause cause) {
        if (entries.readsAgain(offset)) {
            return;
        }
        state.putEntry(variant, entry);
        if (!configurations.ofCompany(variant.companyId()).isEmpty()) {
            if (!variant.isCompany()) {
                changed(variant, time, cause);
            } else {
                companyChanged(variant, time, cause);
            }
        }
        entries.applied(offset);
    }

    private void companyChanged(ScopedVariant company, long time, Cause cause) {
        if (spread.begin(company, time, cause)) {
            // What is under way tells the state before, and may not be the last that is told.
            for (DueQueue queue : queues.values()) {
                queue.inFlightOf(company).forEach(variant -> changed(variant, time, cause));
            }
        }
    }

    /**
     * A listing changed.
     *
     * @param barcode null where the SKU is listed no more
     * @param offset of the record in its topic
     * @param time in milliseconds since 1970
     * @param cause what made the change
     */
    public void listingChanged(ListingKey listing, @Nullable String barcode, long offset, long time, Cause cause) {
        if (listings.readsAgain(offset)) {
            return;
        }
        state.list(listing, barcode).forEach(variant -> changed(variant, time, cause));
        state.putBarcode(listing, barcode);
        listings.applied(offset);
    }

    /** What a scope's partners should have of a variant may be something else now. */
    private void changed(ScopedVariant variant, long time, Cause cause) {
        List<Subscriber> subscribers = configurations.ofCompany(variant.companyId());
        boolean deliverable = !subscribers.isEmpty() && state.isDeliverable(variant);
        for (Subscriber subscriber : subscribers) {
            boolean wanted = deliverable && subscriber.configuration(variant) != null;
            if (wanted || state.held(subscriber.partnerId(), variant).mayHaveAny()) {
                state.marks().mark(subscriber.partnerId(), variant, time, cause);
                queue(subscriber.partnerId()).markedLive(variant, cause);
            }
        }
    }

    /**
     * Does what there is to do at this moment, a bounded amount of it. Where nothing is due it costs next to nothing.
     *
     * @param time in milliseconds since 1970
     */
    public void tick(long time) {
        now = time;
        for (Completion done = completions.poll(); done != null; done = completions.poll()) {
            underWay.remove(done.batch());
            shared.inHand().done();
            settlement.settle(done.batch(), done.outcome(), queue(done.batch().partnerId()), now);
        }
        Subscriptions subscriptions = shared.subscriptions().get();
        configurations.adopt(subscriptions);
        pings.adopt(subscriptions);
        pings.tick(now);
        spread.step();
        sweep.step(new SweepWork());
        formBatches();
        reports.tick(now);
        if (!formed.isEmpty()) {
            requestCommit.run();
        }
    }

    /**
     * All that was written so far is safe: what was formed may go out, unless it is out of date by now.
     *
     * @param ours whether the partition is this task's to send from: asked first of all, on this thread, whether it has
     *     been since the batches were formed, and by the delivery until each is sent
     */
    public void committed(Ownership ours) {
        if (closed) {
            return;
        }
        entries.committed();
        listings.committed();
        if (!formed.isEmpty() && ours.isConfirmed()) {
            sendFormed(ours);
        }
        reports.committed(now);
    }

    private void sendFormed(Ownership ours) {
        for (Batch batch : formed) {
            DueQueue queue = queue(batch.partnerId());
            boolean newest = configurations.stillHolds(batch.subscriber())
                    && batch.variants().stream().noneMatch(queue::hasChangedInFlight);
            if (newest) {
                underWay.put(
                        batch,
                        batch.permit()
                                .send(
                                        batch.message(),
                                        ours::holds,
                                        outcome -> completions.add(new Completion(batch, outcome))));
            } else {
                batch.permit().release();
                shared.inHand().done();
                settlement.withdraw(batch, queue);
            }
        }
        formed.clear();
    }

    /**
     * Breaks off what is under way. Nothing is written any more, since the task's last commit may be behind it and its
     * next owner at work: what was under way stays in doubt, and that owner sees to it.
     */
    public void close() {
        closed = true;
        for (Batch batch : formed) {
            batch.permit().release();
            shared.inHand().done();
        }
        formed.clear();
        for (Delivery.Attempt attempt : underWay.values()) {
            attempt.cancel();
            shared.inHand().done();
        }
        underWay.clear();
        pings.close();
    }

    private DueQueue queue(String partnerId) {
        return queues.computeIfAbsent(partnerId, id -> {
            turns.addLast(id);
            return new DueQueue(id, state, shared.limits());
        });
    }

    /** Partners take turns, a batch each, until none has anything to send or may be sent to, or it is enough. */
    private void formBatches() {
        int batches = shared.limits().batches();
        int looks = shared.limits().looks();
        for (int idle = 0; batches > 0 && looks > 0 && idle < turns.size(); ) {
            String partnerId = turns.removeFirst();
            turns.addLast(partnerId);
            Subscriber subscriber = configurations.of(partnerId);
            int looked = subscriber == null ? 0 : formOne(subscriber, queue(partnerId));
            if (looked > 0) {
                batches--;
                looks -= looked;
                idle = 0;
            } else {
                idle++;
            }
        }
    }

    /** Returns how many due variants were looked at: 0 where it isn't worth asking again. */
    private int formOne(Subscriber subscriber, DueQueue queue) {
        for (Lane lane : queue.lanes(now)) {
            Delivery.Permit permit = shared.delivery().tryAcquire(subscriber.endpoint(), lane);
            if (permit != null) {
                Gathering gathered = Gathering.next(lane, state, comparison, subscriber, queue, shared.limits(), now);
                launch(gathered, permit);
                return gathered.looked();
            }
        }
        return 0;
    }

    private void launch(Gathering gathered, Delivery.Permit permit) {
        Batch batch = gathered.batch(permit);
        if (batch == null) {
            permit.release();
        } else {
            formed.add(batch);
            shared.inHand().taken();
        }
    }

    private final class SpreadWork implements Spread.Work {

        @Override
        public int partners(long companyId) {
            return configurations.ofCompany(companyId).size();
        }

        @Override
        public void changed(ScopedVariant variant, long time, Cause cause) {
            Reconciler.this.changed(variant, time, cause);
        }
    }

    private final class SweepWork implements Sweep.Work {

        @Override
        public Subscriber subscriber(String partnerId) {
            return Objects.requireNonNull(configurations.of(partnerId), "swept for a partner without webhooks");
        }

        @Override
        public void differs(String partnerId, ScopedVariant variant) {
            state.marks().mark(partnerId, variant, now, Cause.UNKNOWN);
            queue(partnerId).markedInBacklog(variant);
        }

        @Override
        public void compared(String partnerId, long companyId) {
            configurations.compared(partnerId, companyId);
        }
    }
}
