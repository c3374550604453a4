package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.webhook.state.Activity;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Resync;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The configurations that a task applies, and those under which it last compared each company for each partner. If the
 * two differ, the company is recorded as not compared, before anything is done under the new configuration, and then
 * scanned. A configuration that changes and changes back, or a partner that is away for a while, therefore leaves no
 * gap.
 */
final class Configurations {

    private static final SortedMap<String, Subscriber> NOBODY = Collections.emptySortedMap();

    private final SinkState state;
    private final Partition partition;
    private final Scans scans;
    private final Map<String, Activity> activities;
    private final Map<Long, SortedMap<String, Subscriber>> byCompany = new HashMap<>();
    private final Set<Long> comparedAnew = new HashSet<>();
    private Subscriptions current = Subscriptions.NONE;

    Configurations(SinkState state, Partition partition, Scans scans) {
        this.state = state;
        this.partition = partition;
        this.scans = scans;
        this.activities = state.activities();
    }

    @Nullable
    Subscriber of(String partnerId) {
        return current.of(partnerId);
    }

    /** Whether the partner's configuration is unchanged. */
    boolean stillHolds(Subscriber earlier) {
        Subscriber now = current.of(earlier.partnerId());
        return now != null && now.fingerprint().equals(earlier.fingerprint());
    }

    /** Applies new configurations from now on; returns whether they are new. Costs nothing if they are the same. */
    boolean adopt(Subscriptions next, long now) {
        if (next == current) {
            return false;
        }
        Subscriptions previous = current;
        current = next;
        Set<String> changed = new LinkedHashSet<>(next.changedSince(previous));
        if (previous == Subscriptions.NONE) {
            changed.addAll(activities.keySet());
        }
        for (String partnerId : changed) {
            Subscriber before = previous.of(partnerId);
            Subscriber after = next.of(partnerId);
            index(partnerId, before, after);
            Activity activity = activities.getOrDefault(partnerId, Activity.NEVER);
            if (after != null) {
                adopt(after, before, now);
            } else if (activity.active()) {
                record(partnerId, activity.ended());
                scans.drop(partnerId);
            }
        }
        return true;
    }

    private void index(String partnerId, @Nullable Subscriber before, @Nullable Subscriber after) {
        if (before != null) {
            companies(before)
                    .forEach(companyId -> byCompany.computeIfPresent(companyId, (id, subscribers) -> {
                        subscribers.remove(partnerId);
                        return subscribers.isEmpty() ? null : subscribers;
                    }));
        }
        if (after != null) {
            companies(after)
                    .forEach(companyId -> byCompany
                            .computeIfAbsent(companyId, id -> new TreeMap<>())
                            .put(partnerId, after));
        }
    }

    /** The companies that a partner may see and that are in this partition, in order. */
    private Set<Long> companies(Subscriber subscriber) {
        return subscriber
                .companies()
                .ids()
                .filter(partition::has)
                .boxed()
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private void adopt(Subscriber subscriber, @Nullable Subscriber previous, long now) {
        Activity activity = activities.getOrDefault(subscriber.partnerId(), Activity.NEVER);
        if (!activity.active()) {
            activity = activity.begun();
            record(subscriber.partnerId(), activity);
        } else if (previous != null && previous.fingerprint().equals(subscriber.fingerprint())) {
            return;
        }
        boolean anew = previous == null;
        SortedMap<Long, ComparisonProgress> compared = state.compared(subscriber.partnerId());
        Set<Long> companies = companies(subscriber);
        companies.addAll(compared.keySet());
        for (Long companyId : companies) {
            compare(
                    subscriber.partnerId(),
                    companyId,
                    compared.get(companyId),
                    wanted(subscriber, companyId, activity),
                    anew,
                    now);
        }
        resync(subscriber, anew, now);
    }

    /**
     * A company is compared from the beginning if its configuration has changed, otherwise from where the comparison
     * got to.
     *
     * @param anew whether no scan is in progress for the partner, whatever is recorded
     */
    private void compare(
            String partnerId,
            long companyId,
            @Nullable ComparisonProgress before,
            Hash wanted,
            boolean anew,
            long now) {
        if (before == null || !before.fingerprint().equals(wanted)) {
            ComparisonProgress begun =
                    ComparisonProgress.begun(wanted, before == null || before.done() ? now : before.since());
            state.putCompared(partnerId, companyId, begun);
            scans.add(partnerId, companyId, begun);
        } else if (anew && !before.done()) {
            scans.add(partnerId, companyId, before);
        }
    }

    /** A company is compared from the beginning for every partner, unless that has happened since the start. */
    void compareOnce(long companyId, long now) {
        if (comparedAnew.add(companyId)) {
            for (Subscriber subscriber : ofCompany(companyId)) {
                String partnerId = subscriber.partnerId();
                Activity activity = activities.getOrDefault(partnerId, Activity.NEVER);
                ComparisonProgress begun = ComparisonProgress.begun(wanted(subscriber, companyId, activity), now);
                state.putCompared(partnerId, companyId, begun);
                scans.add(partnerId, companyId, begun);
            }
        }
    }

    private void resync(Subscriber subscriber, boolean anew, long now) {
        if (anew) {
            state.resyncs(subscriber.partnerId()).forEach(resync -> scans.add(subscriber.partnerId(), resync));
        }
        long known = state.knownResyncs(subscriber.partnerId());
        long last = known;
        if (!subscriber.resyncs().isEmpty() && subscriber.resyncs().get(0).getNumber() > known + 1) {
            // More requests were made than are kept, and it isn't known which parts the missing ones asked for.
            companies(subscriber).forEach(companyId -> begin(subscriber, Resync.ofAll(companyId, now)));
        }
        for (ScopedResync request : subscriber.resyncs()) {
            if (request.getNumber() > known) {
                last = Math.max(last, request.getNumber());
                ResyncScope asked = request.getScope();
                long companyId = asked.getCompanyId();
                if (partition.has(companyId)) {
                    Long locationId = asked.getLocationId();
                    Scope scope =
                            locationId == null ? new Scope.AllOfCompany(companyId) : Scope.of(companyId, locationId);
                    begin(subscriber, new Resync(request.getNumber(), scope, asked.getBarcode(), now, null));
                }
            }
        }
        if (last > known) {
            state.putKnownResyncs(subscriber.partnerId(), last);
        }
    }

    private void begin(Subscriber subscriber, Resync resync) {
        state.putResync(subscriber.partnerId(), resync);
        scans.add(subscriber.partnerId(), resync);
    }

    /** The partners that may see something of a company. */
    Collection<Subscriber> ofCompany(long companyId) {
        return byCompany.getOrDefault(companyId, NOBODY).values();
    }

    /**
     * The fingerprint of the current configuration for a company; {@link Hash#NONE} if the partner may see nothing of
     * it.
     */
    static Hash wanted(Subscriber subscriber, long companyId, Activity activity) {
        Hash fingerprint = subscriber.companies().fingerprint(companyId);
        return fingerprint == null
                ? Hash.NONE
                : Hash.of(ByteBuffer.allocate(Hash.BYTES + Integer.BYTES)
                        .putLong(fingerprint.high())
                        .putLong(fingerprint.low())
                        .putInt(activity.periods())
                        .array());
    }

    private void record(String partnerId, Activity activity) {
        activities.put(partnerId, activity);
        state.putActivity(partnerId, activity);
    }
}
