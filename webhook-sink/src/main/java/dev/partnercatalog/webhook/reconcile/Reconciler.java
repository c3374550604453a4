package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Brings each partner's copy of one partition's variants to what it should be. The package documentation explains how.
 * Confined to the task's thread.
 */
public final class Reconciler {

    private record Completion(Batch batch, Outcome outcome) {}

    private final SinkState state;
    private final Commits commits;
    private final ReconcilerContext shared;
    private final Scans scans;
    private final Configurations configurations;
    private final Settlement settlement;
    private final Pings pings;
    private final RemovalGuard removals;
    private final BacklogReports reports;
    private final PartnerQueues queues;
    private final CatalogChanges catalog;
    private final ScopeViews views = new ScopeViews();
    private final List<Batch> formed = new ArrayList<>();
    private final IdentityHashMap<Batch, MessageDelivery.Attempt> inFlight = new IdentityHashMap<>();
    private final Queue<Completion> completions = new ConcurrentLinkedQueue<>();
    private long now;
    private boolean closed;

    /**
     * Resumes the work from the state.
     *
     * @param commits requests a commit once messages are formed; the caller calls {@link #committed} after each commit
     * @param time the time in milliseconds since 1970
     */
    public Reconciler(SinkState state, Partition partition, Commits commits, ReconcilerContext shared, long time) {
        this.state = state;
        this.commits = commits;
        this.shared = shared;
        this.scans = new Scans(state, shared.rules().limits().page());
        this.configurations = new Configurations(state, partition, scans);
        this.queues = new PartnerQueues(state, shared.rules().limits());
        this.catalog = new CatalogChanges(state, configurations, scans, queues);
        this.settlement =
                new Settlement(state, shared.rules().backoff(), shared.reports().delivered());
        this.pings = new Pings(state, shared, partition);
        this.removals = new RemovalGuard(
                state,
                shared.rules().removals(),
                partition.number(),
                shared.rules().limits().page());
        this.reports = new BacklogReports(
                state, configurations, removals, shared.reports().backlogs(), partition.number());
        this.now = time;
        adopt(shared.subscriptions().get());
        // Unless they are known to be unsent, all, some or none of them may have been sent. Parts are still parts.
        state.intents()
                .load()
                .forEach(intent -> queues.of(intent.partnerId())
                        .sendAgain(intent.isInDoubt() ? Priority.SUSPECT : Priority.LIVE, intent.resumed(), 0));
        state.marks().partners().forEach(partnerId -> queues.of(partnerId).readMarks());
        state.removalHolds().keySet().forEach(queues::of);
    }

    /** Takes what changes in the catalog. */
    public CatalogChanges catalog() {
        return catalog;
    }

    /**
     * Does a bounded amount of the work there is at this moment. Costs next to nothing if nothing is due. If an image
     * can't be made now, this reconciler is of no use any more: another one resumes the work.
     *
     * @param time the time in milliseconds since 1970
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the schema of an entry can't be asked
     *     for now
     */
    public void tick(long time) {
        now = time;
        catalog.note();
        for (Completion done = completions.poll(); done != null; done = completions.poll()) {
            inFlight.remove(done.batch());
            shared.unfinished().done();
            settlement.settle(
                    done.batch(), done.outcome(), queues.of(done.batch().partnerId()), now);
        }
        catalog.takeArrivals();
        adopt(shared.subscriptions().get());
        pings.tick(now);
        if (commits.mayBeAsked()) {
            formBatches();
        }
        reports.tick(now);
        if (!formed.isEmpty()) {
            commits.ask();
        }
    }

    private void adopt(Subscriptions subscriptions) {
        if (configurations.adopt(subscriptions, now)) {
            pings.adopt(subscriptions);
            queues.giveAllTurns();
            scans.partners().forEach(queues::of);
            formed.forEach(this::noteIfOutOfDate);
            inFlight.keySet().forEach(this::noteIfOutOfDate);
        }
    }

    /** Variants whose records were made under another configuration are examined again, whatever the outcome. */
    private void noteIfOutOfDate(Batch batch) {
        if (!configurations.stillHolds(batch.subscriber())) {
            batch.variants().forEach(queues.of(batch.partnerId()).variants()::changeInFlight);
        }
    }

    /**
     * Everything written so far is durable: the formed batches may be sent, unless they are out of date by now.
     *
     * @param ours whether this task may send from the partition. Asked first on this thread, whether that has been so
     *     since the batches were formed; then by the delivery, until each batch is sent
     */
    public void committed(Ownership ours) {
        if (closed) {
            return;
        }
        catalog.committed();
        if (!formed.isEmpty() && ours.isConfirmed()) {
            sendFormed(ours);
        }
        reports.committed(now);
    }

    private void sendFormed(Ownership ours) {
        for (Batch batch : formed) {
            DueQueue queue = queues.of(batch.partnerId());
            boolean newest = configurations.stillHolds(batch.subscriber())
                    && batch.variants().stream().noneMatch(queue.variants()::hasChangedInFlight);
            if (newest) {
                MessageDelivery.Attempt attempt = batch.sending()
                        .permit()
                        .send(batch.message(), ours::holds, outcome -> completions.add(new Completion(batch, outcome)));
                inFlight.put(batch, attempt);
                batch.inFlight().offered(attempt);
            } else {
                batch.sending().permit().release();
                shared.unfinished().done();
                settlement.withdraw(batch, batch.sending().failures(), queue, now);
            }
        }
        formed.clear();
    }

    /**
     * Breaks off what is in flight. Nothing is written any more, since the task's last commit may be over and the
     * partition's next owner at work: what was in flight stays in doubt, and that owner takes care of it.
     */
    public void close() {
        closed = true;
        for (Batch batch : formed) {
            batch.sending().permit().release();
            shared.unfinished().done();
        }
        formed.clear();
        for (MessageDelivery.Attempt attempt : inFlight.values()) {
            attempt.cancel();
            shared.unfinished().done();
        }
        inFlight.clear();
        pings.close();
    }

    /**
     * Partners take turns, one batch each, until none has anything to send or can be sent anything, or the limit is
     * reached.
     */
    private void formBatches() {
        int batches = shared.rules().limits().batches();
        int looks = shared.rules().limits().looks();
        for (int idle = 0; batches > 0 && looks > 0 && idle < queues.turns(); ) {
            String partnerId = queues.takeTurn();
            Subscriber subscriber = configurations.of(partnerId);
            if (subscriber == null) {
                continue; // It gets a turn when it is a subscriber again.
            }
            DueQueue queue = queues.of(partnerId);
            int looked = formOne(subscriber, queue);
            if (looked > 0) {
                batches--;
                looks -= looked;
                idle = 0;
            } else if (queue.isIdle() && !scans.isScanning(partnerId)) {
                queues.withdrawTurn(partnerId);
                if (!state.marks().hasAny(partnerId)) {
                    removals.nothingDue(partnerId);
                }
            } else {
                idle++;
            }
        }
    }

    /** Returns the number of variants examined: 0 if it isn't worth asking again. */
    private int formOne(Subscriber subscriber, DueQueue queue) {
        if (removals.isReleased(subscriber)) {
            queue.readMarks();
        }
        List<Priority> priorities = queue.priorities(now);
        if (scans.isScanning(subscriber.partnerId())
                && !queue.isCongested()
                && !priorities.contains(Priority.BACKLOG)) {
            priorities.add(Priority.BACKLOG);
        }
        Examination examination = new Examination(state, subscriber, views);
        boolean passes = false;
        for (Priority priority : priorities) {
            MessageDelivery.Permit permit = shared.delivery().tryAcquire(subscriber.endpoint(), priority);
            if (permit == null) {
                passes |= priority == Priority.BACKLOG;
                continue;
            }
            Gathering gathering =
                    new Gathering(examination, queue, removals, shared.rules().limits(), now);
            keep(gathered(gathering, priority, permit), permit);
            if (gathering.looked() > 0) {
                return gathering.looked();
            }
        }
        return passes ? passWhatIsTheSame(examination, queue) : 0;
    }

    private int passWhatIsTheSame(Examination examination, DueQueue queue) {
        Subscriber subscriber = examination.subscriber();
        boolean accepts = shared.delivery().hasAcceptedLately(subscriber.endpoint());
        if (scans.isStuck(subscriber.partnerId(), accepts, now)) {
            return 0;
        }
        Gathering gathering =
                new Gathering(examination, queue, removals, shared.rules().limits(), now);
        gathering.passWhatIsTheSame(scans, accepts);
        return gathering.looked();
    }

    private @Nullable Batch gathered(Gathering gathering, Priority priority, MessageDelivery.Permit permit) {
        try {
            gathering.gather(priority, scans);
            return gathering.batch(priority, permit, scans);
        } catch (RuntimeException e) {
            permit.release();
            throw e;
        }
    }

    private void keep(@Nullable Batch batch, MessageDelivery.Permit permit) {
        if (batch == null) {
            permit.release();
        } else {
            formed.add(batch);
            shared.unfinished().taken();
        }
    }
}
