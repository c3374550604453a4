package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.Walks.Look;
import dev.partnercatalog.webhook.state.Backlogs;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ListedAndHeld;
import dev.partnercatalog.webhook.state.Resync;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All walks of one partner: what it may no longer have comes first, then what it requested. Not thread-safe. */
final class PartnerWalks {

    private static final long COUNTED_AFTER_MS = 1_000;

    private final String partnerId;
    private final SinkState state;
    private final Backlogs backlogs;
    private final int page;
    private final TreeMap<Long, CountedWalk> revoked = new TreeMap<>();
    private final TreeMap<Long, CountedWalk> resyncs = new TreeMap<>();
    private final TreeMap<Long, CountedWalk> companies = new TreeMap<>();
    private final List<Walk> ended = new ArrayList<>();
    private boolean removing;
    private boolean stuck;
    private long sentAt = Long.MIN_VALUE;

    /** A walk, and how much of what it would send is counted. */
    private static final class CountedWalk {

        private final Walk walk;
        private @Nullable ScopedVariant countedTo;
        private boolean counted;
        private long left;
        private @Nullable ScopedVariant searchedTo;
        private boolean searched;
        private long removals;

        CountedWalk(Walk walk) {
            this.walk = walk;
        }
    }

    PartnerWalks(String partnerId, SinkState state, int page) {
        this.partnerId = partnerId;
        this.state = state;
        this.backlogs = state.backlogs();
        this.page = page;
    }

    void add(long companyId, ComparisonProgress compared) {
        boolean isRevoked = compared.fingerprint().equals(Hash.NONE);
        CountedWalk before = (isRevoked ? companies : revoked).remove(companyId);
        CountedWalk replaced =
                (isRevoked ? revoked : companies).put(companyId, new CountedWalk(new Walk(companyId, compared)));
        begin(before == null ? replaced : before, compared.since());
    }

    void add(Resync resync) {
        begin(resyncs.put(resync.number(), new CountedWalk(new Walk(resync))), resync.since());
    }

    private void begin(@Nullable CountedWalk before, long since) {
        if (before != null) {
            forget(before);
        }
        stuck = false;
        backlogs.add(partnerId, since);
    }

    void forgetAll() {
        all().forEach(this::forget);
    }

    /** Stops counting a walk. */
    private void forget(CountedWalk counted) {
        backlogs.remove(partnerId, counted.walk.since(), counted.left + (counted.counted ? 0 : 1));
    }

    private List<CountedWalk> all() {
        List<CountedWalk> all = new ArrayList<>(revoked.values());
        all.addAll(resyncs.values());
        all.addAll(companies.values());
        return all;
    }

    private @Nullable CountedWalk first() {
        return Stream.of(revoked, resyncs, companies)
                .filter(walks -> !walks.isEmpty())
                .map(walks -> walks.firstEntry().getValue())
                .findFirst()
                .orElse(null);
    }

    boolean isStuck(boolean accepts, long now) {
        return stuck
                && (accepts || now < sentAt + COUNTED_AFTER_MS || all().stream().allMatch(one -> one.counted));
    }

    void sent(long now) {
        sentAt = now;
        stuck = true;
    }

    boolean beginSearch() {
        boolean first = !removing;
        removing = true;
        return first;
    }

    int search(Predicate<ListedAndHeld> isRemoval) {
        CountedWalk next = removing
                ? all().stream().filter(one -> !one.searched).findFirst().orElse(null)
                : null;
        if (next == null) {
            return 0;
        }
        List<ListedAndHeld> rows = next.walk.read(state, partnerId, later(next.searchedTo, next.walk.after()), page);
        for (ListedAndHeld both : rows) {
            next.removals += isRemoval.test(both) ? 1 : 0;
            next.searchedTo = both.variant();
        }
        next.searched = rows.size() < page;
        return rows.size() + 1;
    }

    /** Those that were found and not reached yet. */
    long removals() {
        return all().stream().mapToLong(one -> one.removals).sum();
    }

    int step(int rows, Walks.Visitor visitor) {
        CountedWalk first = first();
        if (first == null) {
            return 0;
        }
        stuck = false;
        Walk walk = first.walk;
        int most = Math.min(rows, page);
        List<ListedAndHeld> next = walk.read(state, partnerId, walk.after(), most);
        for (int i = 0; i < next.size(); i++) {
            ListedAndHeld both = next.get(i);
            Look look = walk.visit(both, visitor);
            if (look == Look.WAITS_FOR_COUNT) {
                return i + 1;
            }
            if (look == Look.WAITS || look == Look.WAITS_UNDER_INTENT) {
                stuck = true;
                return i;
            }
            // A variant that wasn't counted may have been sent. The last one is subtracted at the end.
            if (look == Look.SENT && first.left > 1) {
                first.left--;
                backlogs.remove(partnerId, walk.since());
            }
            walk.reached(both.variant());
            if (both.image() == null && first.removals > 0) {
                first.removals--;
            }
        }
        if (next.size() < most) {
            end(first);
        }
        return next.size() + 1; // A company without rows costs something as well.
    }

    private void end(CountedWalk counted) {
        forget(counted);
        resyncs.values().remove(counted);
        companies.values().remove(counted);
        revoked.values().remove(counted);
        ended.add(counted.walk);
    }

    int stepOrCount(Walks.Visitor visitor) {
        return stuck ? count(visitor) : step(page, visitor);
    }

    private int count(Walks.Visitor visitor) {
        CountedWalk uncounted =
                all().stream().filter(one -> !one.counted).findFirst().orElse(null);
        if (uncounted == null) {
            return 0;
        }
        Walk walk = uncounted.walk;
        List<ListedAndHeld> next = walk.read(state, partnerId, later(uncounted.countedTo, walk.after()), page);
        for (ListedAndHeld both : next) {
            if (!state.marks().isMarked(partnerId, both.variant()) && walk.visit(both, visitor) == Look.WAITS) {
                uncounted.left++;
                backlogs.add(partnerId, walk.since());
            }
            uncounted.countedTo = both.variant();
        }
        if (next.size() < page) {
            uncounted.counted = true;
            if (walk.isResync() && uncounted.left == 0) {
                uncounted.left = 1;
            } else {
                backlogs.remove(partnerId, walk.since());
            }
        }
        return next.size() + 1;
    }

    private static @Nullable ScopedVariant later(@Nullable ScopedVariant one, @Nullable ScopedVariant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Writes how far the walks have got; returns whether any is left. */
    boolean write() {
        ended.forEach(walk -> walk.writeEnd(state, partnerId));
        ended.clear();
        CountedWalk first = first();
        if (first == null) {
            return false;
        }
        first.walk.write(state, partnerId);
        return true;
    }
}
