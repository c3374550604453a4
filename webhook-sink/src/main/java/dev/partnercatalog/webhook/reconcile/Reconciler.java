package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Delivery;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Held;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings each partner's copy of one partition's variants to what it should be. See the package for how. For the task's
 * own thread alone.
 */
public final class Reconciler {

    private record Completion(Batch batch, Outcome outcome) {}

    private final SinkState state;
    private final Supplier<Subscriptions> subscriptions;
    private final Delivery delivery;
    private final Backoff backoff;
    private final Limits limits;
    private final Runnable requestCommit;

    private final Comparison comparison;
    private final Sweep sweep;
    private final Configurations configurations;
    private final Map<String, DueQueue> queues = new LinkedHashMap<>();
    private final Deque<String> turns = new ArrayDeque<>();
    private final List<Batch> formed = new ArrayList<>();
    private final Map<Batch, Delivery.Attempt> underWay = new IdentityHashMap<>();
    private final Queue<Completion> completions = new ConcurrentLinkedQueue<>();
    private long now;
    private boolean closed;

    /**
     * @param subscriptions the newest ones; the same object as long as nothing has changed
     * @param backoff of records that are refused by themselves
     * @param requestCommit asks the task to commit soon, after which {@link #committed()} is to be called
     */
    public Reconciler(
            SinkState state,
            Supplier<Subscriptions> subscriptions,
            Delivery delivery,
            Backoff backoff,
            Limits limits,
            Runnable requestCommit) {
        this.state = state;
        this.subscriptions = subscriptions;
        this.delivery = delivery;
        this.backoff = backoff;
        this.limits = limits;
        this.requestCommit = requestCommit;
        this.comparison = new Comparison(state);
        this.sweep = new Sweep(state, comparison, limits.sweepRows());
        this.configurations = new Configurations(state, sweep);
        configurations.adopt(subscriptions.get());
        state.partnersWithDue().forEach(partnerId -> queue(partnerId).walkAgain());
    }

    /**
     * A variant changed at its scope.
     *
     * @param record null where the scope doesn't list it (any more) or it doesn't resolve (any more)
     */
    public void changed(ScopedVariant variant, @Nullable ResolvedVariant record, long time) {
        // Marked first and stored second: if only the first survives a crash, the record is read again and marked
        // again.
        for (Subscriber subscriber : configurations.concerned(variant.companyId())) {
            boolean wanted = record != null && subscriber.configuration(variant) != null;
            String partnerId = subscriber.partnerId();
            if (wanted
                    || state.held(partnerId, variant).mayHaveAny()
                    || queue(partnerId).isInFlight(variant)) {
                mark(partnerId, variant, time);
                queue(partnerId).markedLive(variant);
            }
        }
        if (record == null) {
            state.deleteListed(variant);
        } else {
            state.putListed(variant, record);
        }
    }

    /** Does what there is to do at this moment, a bounded amount of it. Where nothing is due it costs next to nothing. */
    public void tick(long time) {
        now = time;
        for (Completion done = completions.poll(); done != null; done = completions.poll()) {
            completed(done.batch(), done.outcome());
        }
        configurations.adopt(subscriptions.get());
        sweep.step(new Sweep.Work() {
            @Override
            public Subscriber subscriber(String partnerId) {
                Subscriber subscriber = configurations.of(partnerId);
                if (subscriber == null) {
                    throw new IllegalStateException("swept for a partner without webhooks");
                }
                return subscriber;
            }

            @Override
            public void differs(String partnerId, ScopedVariant variant) {
                mark(partnerId, variant, now);
                queue(partnerId).markedInBacklog(variant);
            }

            @Override
            public void compared(String partnerId, long companyId) {
                configurations.compared(partnerId, companyId);
            }
        });
        formBatches();
        if (!formed.isEmpty()) {
            requestCommit.run();
        }
    }

    /** All that was written so far is safe: what was formed may go out. */
    public void committed() {
        if (closed) {
            return;
        }
        for (Batch batch : formed) {
            underWay.put(
                    batch,
                    batch.permit().send(batch.message(), outcome -> completions.add(new Completion(batch, outcome))));
        }
        formed.clear();
    }

    /** Breaks off what is under way; its outcome stays in doubt and the next owner of the task sees to it. */
    public void close() {
        closed = true;
        formed.forEach(batch -> batch.permit().release());
        formed.clear();
        underWay.values().forEach(Delivery.Attempt::cancel);
        underWay.clear();
    }

    private void mark(String partnerId, ScopedVariant variant, long time) {
        Due due = state.due(partnerId, variant);
        if (due == null) {
            state.putDue(partnerId, variant, Due.at(time));
        } else if (due.refusals() > 0) {
            state.putDue(partnerId, variant, due.changed());
        }
    }

    private DueQueue queue(String partnerId) {
        return queues.computeIfAbsent(partnerId, id -> {
            turns.addLast(id);
            return new DueQueue(id, state, limits);
        });
    }

    private void formBatches() {
        int left = limits.batches();
        for (int idle = 0; left > 0 && idle < turns.size(); ) {
            String partnerId = turns.removeFirst();
            turns.addLast(partnerId);
            Subscriber subscriber = configurations.of(partnerId);
            if (subscriber != null && formOne(subscriber, queue(partnerId))) {
                left--;
                idle = 0;
            } else {
                idle++;
            }
        }
    }

    /** Returns whether it may be worth asking again. */
    private boolean formOne(Subscriber subscriber, DueQueue queue) {
        Lane lane = queue.nextLane(now);
        Delivery.Permit permit = lane == null ? null : delivery.tryAcquire(subscriber.endpoint(), lane);
        if (permit != null) {
            launch(Gathering.next(this.state, comparison, subscriber, queue, limits.looks(), now), queue, permit);
            return true;
        }
        permit = queue.hasRefused() ? delivery.tryAcquire(subscriber.endpoint(), Lane.REFUSED) : null;
        if (permit != null) {
            launch(Gathering.nextRefused(this.state, comparison, subscriber, queue, now), queue, permit);
            return true;
        }
        return false;
    }

    private void launch(Gathering gathered, DueQueue queue, Delivery.Permit permit) {
        Batch batch = gathered.batch(permit);
        if (batch == null) {
            permit.release();
            return;
        }
        batch.variants().forEach(queue::launched);
        formed.add(batch);
    }

    private void completed(Batch batch, Outcome outcome) {
        underWay.remove(batch);
        if (outcome.result() == Outcome.Result.ACCEPTED) {
            accepted(batch);
            return;
        }
        if (!outcome.received()) {
            for (Batch.Entry entry : batch.entries()) {
                Held held = state.held(batch.partnerId(), entry.variant());
                state.putHeld(batch.partnerId(), entry.variant(), held.notSent(entry.inDoubtBefore()));
            }
        }
        List<ScopedVariant> variants = batch.variants();
        DueQueue queue = queue(batch.partnerId());
        if (outcome.result() == Outcome.Result.REFUSED) {
            refused(batch.partnerId(), variants, queue);
        } else {
            variants.forEach(queue::landed);
            queue.keepTogether(variants);
        }
    }

    private void accepted(Batch batch) {
        DueQueue queue = queue(batch.partnerId());
        for (Batch.Entry entry : batch.entries()) {
            state.putHeld(batch.partnerId(), entry.variant(), Held.afterAccepting(entry.attempt()));
            if (queue.landed(entry.variant())) {
                queue.markedLive(entry.variant());
            } else {
                state.deleteDue(batch.partnerId(), entry.variant());
            }
        }
    }

    /** Halves what was refused until the record at fault stands alone, and lets that one wait by itself (D26). */
    private void refused(String partnerId, List<ScopedVariant> variants, DueQueue queue) {
        if (variants.size() > 1) {
            variants.forEach(queue::landed);
            int half = variants.size() / 2;
            queue.keepTogether(variants.subList(0, half));
            queue.keepTogether(variants.subList(half, variants.size()));
            return;
        }
        ScopedVariant variant = variants.get(0);
        Due due = state.due(partnerId, variant);
        if (queue.landed(variant) || due == null) {
            queue.markedLive(variant);
            return;
        }
        Due waiting = due.refused(now + backoff.delay(due.refusals() + 1, null).toMillis());
        state.putDue(partnerId, variant, waiting);
        queue.waitUntil(waiting.notBefore());
    }
}
