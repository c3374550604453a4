package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.catalog.CatalogStore.Change;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPage;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.membership.Memberships.Membership;
import dev.partnercatalog.webhook.reconcile.Comparison.ScopeViews;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.PartnerRow;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings each partner's copy of one partition's variants to what it should be. The package documentation explains how.
 * Confined to the task's thread.
 */
public final class Reconciler {

    /** What else is due isn't kept waiting by more changes than these. */
    private static final int MOST_PAGES = 20;

    /** Once so many more products are awaited, those are dropped that nobody needs any more. */
    private static final int MORE_AWAITED = 1_000;

    private record Completion(Outgoing message, Outcome outcome) {}

    private final SinkState state;
    private final Partition partition;
    private final ReconcilerContext shared;
    private final boolean compareAll;
    private final FeedCursors cursors;
    private final Removals removals;
    private final Pings pings;
    private final BacklogReports reports;
    private final Gathering.Rules rules;
    private final Map<String, Feed> feeds = new LinkedHashMap<>();
    private final Map<Long, Set<Feed>> byCompany = new HashMap<>();
    /** Those that may have something to do, in the order of their turns. */
    private final Set<Feed> busy = new LinkedHashSet<>();

    private final List<Outgoing> formed = new ArrayList<>();
    private final Set<Outgoing> inFlight = new HashSet<>();
    private final Queue<Completion> completions = new ConcurrentLinkedQueue<>();
    private Subscriptions current = Subscriptions.NONE;
    private int mostAwaited = MORE_AWAITED;
    private long now;
    private boolean begun;
    private boolean closed;

    /**
     * Resumes the work from the state; writes nothing before the first tick.
     *
     * @param compareAll whether changes may have been missed, so that each partner compares everything
     */
    public Reconciler(SinkState state, Partition partition, ReconcilerContext shared, boolean compareAll) {
        this.state = state;
        this.partition = partition;
        this.shared = shared;
        this.compareAll = compareAll;
        this.cursors = new FeedCursors(state);
        this.removals = new Removals(shared.rules().removals(), partition.number());
        this.rules = new Gathering.Rules(
                new ScopeViews(), removals, cursors, partition, shared.rules().limits());
        this.reports = new BacklogReports(shared.reports().backlogs(), partition.number());
        state.partners().forEach((partnerId, row) -> {
            Feed feed = new Feed(partnerId, state, shared.rules().limits(), row, cursors.settled());
            feeds.put(partnerId, feed);
            reports.known(feed);
        });
        this.pings = new Pings(shared, partition, this::feed, cursors);
    }

    /** Only now: until it may compare, the task may know less of the configurations than its predecessor did. */
    private void begin() {
        begun = true;
        List<Feed> served = feeds.values().stream()
                .filter(feed -> !feed.written().revision().equals(Hash.NONE))
                .toList();
        if (compareAll) {
            served.forEach(feed -> feed.compareAll(now));
        }
        cursors.begin(compareAll, now);
        adopt(shared.subscriptions().get());
        served.stream().filter(feed -> feed.subscriber() == null).forEach(Feed::stop);
        shared.delivery().recordedPartners().stream()
                .filter(partnerId -> current.of(partnerId) == null)
                .forEach(partnerId -> shared.delivery().discardRecordOfOther(partition.number(), partnerId, null));
    }

    private Feed feed(String partnerId) {
        return feeds.computeIfAbsent(
                partnerId, id -> new Feed(id, state, shared.rules().limits(), PartnerRow.NEW, null));
    }

    // The catalog

    private void takeChanges() {
        SinkCatalog catalog = state.catalog();
        FeedPosition before = cursors.read();
        FeedPosition end = catalog.position();
        for (int pages = 0; pages < MOST_PAGES && !before.equals(end); pages++) {
            FeedPage page = catalog.changesAfter(before, shared.rules().limits().page());
            for (Change change : page.changes()) {
                changed(change, before);
            }
            cursors.read(page.to());
            before = page.to();
            end = page.isLast() ? before : end;
        }
    }

    private void changed(Change change, FeedPosition before) {
        Set<Feed> concerned = concerned(change.variant().companyId());
        boolean listed = !concerned.isEmpty() && state.catalog().listings().contains(change.variant());
        for (Feed feed : concerned) {
            feed.changed(change, before, listed);
            touch(feed);
        }
    }

    private void takeArrivals() {
        SinkCatalog catalog = state.catalog();
        for (String barcode = catalog.pollArrived(); barcode != null; barcode = catalog.pollArrived()) {
            for (Feed feed : feeds.values()) {
                feed.arrived(barcode);
                touch(feed);
            }
        }
        if (catalog.awaited() > mostAwaited) {
            catalog.awaitOnly(feeds.values().stream()
                    .flatMap(feed -> feed.deferrals.awaitedBarcodes().stream())
                    .collect(Collectors.toSet()));
            mostAwaited = catalog.awaited() + MORE_AWAITED;
        }
    }

    private void touch(Feed feed) {
        if (!feed.isIdle()) {
            busy.add(feed);
        }
    }

    /**
     * Writes how far the task is, whether it got any further or not: so rows that others write among its own are noticed.
     *
     * @param caughtUpAt when both sources had been read to their ends (D38); null if that isn't known
     */
    public void note(@Nullable Instant caughtUpAt) {
        cursors.note(caughtUpAt);
    }

    // The work

    /**
     * Does a bounded amount of the work there is at this moment. Costs next to nothing if nothing is due. If an image
     * can't be made now, this reconciler is of no use any more: another one resumes the work.
     *
     * @param time the time in milliseconds since 1970
     * @param mayCommit whether the last commit is long enough ago
     * @param isTimeLeft whether there is time for a further message before the next commit
     * @return whether messages were formed, which wait for a commit; the caller calls {@link #committed} after each
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the schema of an entry can't be asked
     *     for now
     */
    public boolean tick(long time, boolean mayCommit, BooleanSupplier isTimeLeft) {
        now = time;
        if (!begun) {
            begin();
        }
        for (Completion done = completions.poll(); done != null; done = completions.poll()) {
            inFlight.remove(done.message());
            shared.unfinished().arriveAndDeregister();
            new Settlement(shared, done.message(), now).settle(done.outcome());
            touch(done.message().feed);
        }
        takeChanges();
        takeArrivals();
        adopt(shared.subscriptions().get());
        pings.tick(now);
        if (mayCommit) {
            formMessages(isTimeLeft);
        }
        cursors.write(busy, now);
        reports.tick(feeds.values(), now);
        return !formed.isEmpty();
    }

    private void adopt(Subscriptions next) {
        if (next == current) {
            return;
        }
        Subscriptions previous = current;
        current = next;
        for (String partnerId : next.changedSince(previous)) {
            Subscriber before = previous.of(partnerId);
            Subscriber after = next.of(partnerId);
            Feed feed = feed(partnerId);
            index(feed, before, after);
            shared.delivery()
                    .discardRecordOfOther(partition.number(), partnerId, after == null ? null : after.endpoint());
            if (after == null) {
                feed.stop();
            } else {
                feed.serve(after, partition, now);
            }
            busy.add(feed);
        }
        pings.adopt(next);
    }

    private void index(Feed feed, @Nullable Subscriber before, @Nullable Subscriber after) {
        companies(before).forEach(company -> concerned(company).remove(feed));
        companies(after)
                .forEach(company -> byCompany
                        .computeIfAbsent(company, id -> new LinkedHashSet<>())
                        .add(feed));
    }

    private LongStream companies(@Nullable Subscriber of) {
        return of == null ? LongStream.empty() : of.companies().ids().filter(partition::has);
    }

    private Set<Feed> concerned(long company) {
        return byCompany.getOrDefault(company, new HashSet<>());
    }

    /**
     * Partners take turns, one message each, until none has anything to send or can be sent anything, or a limit is
     * reached. Those to which something has just changed come first, each with a turn, whatever time is left: it doesn't wait
     * for what others are sent for the first time, or again. One other has a turn in any case. Those that can't be sent
     * anything are compared after that, for no longer than a message of theirs would take.
     */
    private void formMessages(BooleanSupplier isTimeLeft) {
        int messages = shared.rules().limits().messages();
        int comparisons = shared.rules().limits().comparisons();
        Set<Feed> blocked = new LinkedHashSet<>();
        List<Feed> others = busy.stream().filter(feed -> !feed.items.hasLive()).toList();
        int certain = busy.size() - others.size() + 1;
        others.forEach(busy::remove);
        busy.addAll(others);
        for (int turn = 0, idle = 0;
                messages > 0 && comparisons > 0 && idle < busy.size() && (turn < certain || isTimeLeft.getAsBoolean());
                turn++) {
            Feed feed = Objects.requireNonNull(Items.poll(busy));
            Subscriber subscriber = feed.subscriber();
            int compared = subscriber == null ? 0 : formOne(feed, subscriber, blocked);
            if (compared > 0) {
                messages--;
                comparisons -= compared;
                idle = 0;
            } else {
                idle++;
            }
            busy.add(feed);
        }
        int left = Math.min(comparisons, shared.rules().limits().message().comparisons());
        for (Feed feed = Items.poll(blocked); feed != null && left > 0; feed = Items.poll(blocked)) {
            Gathering gathering = new Gathering(feed, Objects.requireNonNull(feed.subscriber()), rules, now);
            gathering.passWhatIsTheSame();
            left -= gathering.compared();
            busy.remove(feed);
            busy.add(feed);
        }
    }

    /** Returns the number of variants compared: 0 if it isn't worth asking again. */
    private int formOne(Feed feed, Subscriber subscriber, Set<Feed> blocked) {
        removals.check(feed, subscriber, now);
        for (Lane lane : feed.lanes(now)) {
            MessageDelivery.Permit permit =
                    shared.delivery().tryAcquire(subscriber.endpoint(), lane, partition.number());
            if (permit == null) {
                blocked.add(feed);
                continue;
            }
            Gathering gathering = new Gathering(feed, subscriber, rules, now);
            Outgoing message = null;
            try {
                message = gathering.gather(lane, permit);
            } finally {
                if (message == null) {
                    permit.release();
                }
            }
            if (message != null) {
                formed.add(message);
                shared.unfinished().register();
            }
            if (gathering.compared() > 0) {
                return gathering.compared();
            }
        }
        return 0;
    }

    /**
     * Everything written so far is durable: the formed messages may be sent, unless they are out of date by now.
     *
     * @param ours whether this task may send from the partition: asked first on this thread, then by the delivery, until
     *     each message is sent
     */
    public void committed(Membership ours) {
        if (closed) {
            return;
        }
        if (!formed.isEmpty() && ours.isConfirmed()) {
            takeChanges();
            formed.forEach(message -> send(message, ours));
            formed.clear();
        }
        reports.committed(now);
    }

    private void send(Outgoing message, Membership ours) {
        Subscriber subscriber = message.feed.subscriber();
        if (subscriber != null && !subscriber.settings().held() && !message.isOutdated()) {
            inFlight.add(message);
            message.send(ours, outcome -> completions.add(new Completion(message, outcome)));
        } else {
            release(message);
            new Settlement(shared, message, now).withdraw();
        }
    }

    private void release(Outgoing message) {
        message.sending.permit().release();
        shared.unfinished().arriveAndDeregister();
    }

    /**
     * Breaks off what is in flight. Nothing is written any more, since the task's last commit may be over and the
     * partition's next owner at work: what was in flight stays in doubt, and that owner takes care of it.
     */
    public void close() {
        closed = true;
        formed.forEach(this::release);
        formed.clear();
        inFlight.forEach(message -> {
            message.cancel();
            shared.unfinished().arriveAndDeregister();
        });
        inFlight.clear();
        pings.close();
    }
}
