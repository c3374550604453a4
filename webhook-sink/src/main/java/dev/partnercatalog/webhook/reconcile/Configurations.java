package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.state.Activity;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.CompanyAccess;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The configurations that a task goes by, and the ones under which it last compared each company for each partner. Where
 * the two differ the company is noted as not compared, before anything is done under the new configuration, and handed
 * to the sweep. So a configuration that changes and changes back, or a partner that is away for a while, leaves no gap.
 */
final class Configurations {

    /** In place of a fingerprint: not compared under any configuration. */
    private static final Hash NOT_COMPARED = Hash.NONE;

    private final SinkState state;
    private final Partition partition;
    private final Sweep sweep;
    private final Map<String, Activity> activities;
    private Subscriptions current = Subscriptions.NONE;

    Configurations(SinkState state, Partition partition, Sweep sweep) {
        this.state = state;
        this.partition = partition;
        this.sweep = sweep;
        this.activities = state.activities();
    }

    @Nullable
    Subscriber of(String partnerId) {
        return current.of(partnerId);
    }

    /** Whether the partner's configuration is still what it was. */
    boolean stillHolds(Subscriber earlier) {
        Subscriber now = current.of(earlier.partnerId());
        return now != null && now.fingerprint().equals(earlier.fingerprint());
    }

    /** Goes by new configurations from here on. Costs nothing where they are the same. */
    void adopt(Subscriptions next) {
        if (next == current) {
            return;
        }
        for (String partnerId : new ArrayList<>(activities.keySet())) {
            Activity activity = activities.getOrDefault(partnerId, Activity.NEVER);
            if (activity.active() && next.of(partnerId) == null) {
                record(partnerId, activity.ended());
                sweep.drop(partnerId);
            }
        }
        Subscriptions previous = current;
        current = next;
        for (Subscriber subscriber : next.all()) {
            adopt(subscriber, previous.of(subscriber.partnerId()));
        }
    }

    private void adopt(Subscriber subscriber, @Nullable Subscriber previous) {
        Activity activity = activities.getOrDefault(subscriber.partnerId(), Activity.NEVER);
        if (!activity.active()) {
            activity = activity.begun();
            record(subscriber.partnerId(), activity);
        } else if (previous != null && previous.fingerprint().equals(subscriber.fingerprint())) {
            return;
        }
        SortedMap<Long, Hash> compared = state.compared(subscriber.partnerId());
        Set<Long> companies = subscriber.companies().keySet().stream()
                .filter(partition::has)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        companies.addAll(compared.keySet());
        for (Long companyId : companies) {
            Hash wanted = wanted(subscriber, companyId, activity);
            if (wanted == null || !wanted.equals(compared.get(companyId))) {
                if (!NOT_COMPARED.equals(compared.get(companyId))) {
                    state.putCompared(subscriber.partnerId(), companyId, NOT_COMPARED);
                }
                sweepAgain(subscriber, previous, companyId);
            }
        }
    }

    /** A comparison under way begins anew only where what it goes by has changed. */
    private void sweepAgain(Subscriber subscriber, @Nullable Subscriber previous, long companyId) {
        Hash before = previous == null ? null : previous.fingerprint(companyId);
        boolean underWay = previous != null && sweep.isWaiting(subscriber.partnerId(), companyId);
        Hash now = subscriber.fingerprint(companyId);
        if (!underWay || !(before == null ? now == null : before.equals(now))) {
            sweep.add(subscriber.partnerId(), companyId);
        }
    }

    /** The company was compared whole under the configuration that holds now. */
    void compared(String partnerId, long companyId) {
        Subscriber subscriber = current.of(partnerId);
        if (subscriber == null) {
            return;
        }
        Hash wanted = wanted(subscriber, companyId, activities.getOrDefault(partnerId, Activity.NEVER));
        if (wanted == null) {
            state.deleteCompared(partnerId, companyId);
        } else {
            state.putCompared(partnerId, companyId, wanted);
        }
    }

    /** The partners that may see something of a company. */
    List<Subscriber> ofCompany(long companyId) {
        return current.ofCompany(companyId);
    }

    private static @Nullable Hash wanted(Subscriber subscriber, long companyId, Activity activity) {
        CompanyAccess access = subscriber.company(companyId);
        return access == null
                ? null
                : Hash.of(ByteBuffer.allocate(Hash.BYTES + Integer.BYTES)
                        .putLong(access.fingerprint().high())
                        .putLong(access.fingerprint().low())
                        .putInt(activity.periods())
                        .array());
    }

    private void record(String partnerId, Activity activity) {
        activities.put(partnerId, activity);
        state.putActivity(partnerId, activity);
    }
}
