package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.Scans.Look;
import dev.partnercatalog.webhook.state.Backlogs;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.Resync;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All scans of one partner: what it may no longer have comes first, then what it requested. Not thread-safe. */
final class PartnerScans {

    private static final long COUNTED_AFTER_MS = 1_000;

    private final String partnerId;
    private final SinkState state;
    private final Backlogs backlogs;
    private final int page;
    private final TreeMap<Long, CountedScan> revoked = new TreeMap<>();
    private final TreeMap<Long, CountedScan> resyncs = new TreeMap<>();
    private final TreeMap<Long, CountedScan> companies = new TreeMap<>();
    private final List<Scan> ended = new ArrayList<>();
    private boolean removing;
    private boolean stuck;
    private long sentAt = Long.MIN_VALUE;

    /** A scan, and how much of what it would send is counted. */
    private static final class CountedScan {

        private final Scan scan;
        private @Nullable ScopedVariant countedTo;
        private boolean counted;
        private long left;
        private @Nullable ScopedVariant searchedTo;
        private boolean searched;
        private long removals;

        CountedScan(Scan scan) {
            this.scan = scan;
        }
    }

    PartnerScans(String partnerId, SinkState state, int page) {
        this.partnerId = partnerId;
        this.state = state;
        this.backlogs = state.backlogs();
        this.page = page;
    }

    void add(long companyId, ComparisonProgress compared) {
        boolean isRevoked = compared.fingerprint().equals(Hash.NONE);
        CountedScan before = (isRevoked ? companies : revoked).remove(companyId);
        CountedScan replaced =
                (isRevoked ? revoked : companies).put(companyId, new CountedScan(new Scan(companyId, compared)));
        begin(before == null ? replaced : before, compared.since());
    }

    void add(Resync resync) {
        begin(resyncs.put(resync.number(), new CountedScan(new Scan(resync))), resync.since());
    }

    private void begin(@Nullable CountedScan before, long since) {
        if (before != null) {
            forget(before);
        }
        stuck = false;
        backlogs.add(partnerId, since);
    }

    void forgetAll() {
        all().forEach(this::forget);
    }

    /** Stops counting a scan. */
    private void forget(CountedScan counted) {
        backlogs.remove(partnerId, counted.scan.since(), counted.left + (counted.counted ? 0 : 1));
    }

    private List<CountedScan> all() {
        List<CountedScan> all = new ArrayList<>(revoked.values());
        all.addAll(resyncs.values());
        all.addAll(companies.values());
        return all;
    }

    private @Nullable CountedScan first() {
        return Stream.of(revoked, resyncs, companies)
                .filter(scans -> !scans.isEmpty())
                .map(scans -> scans.firstEntry().getValue())
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

    int search(Predicate<ListedAndAcknowledged> isRemoval) {
        CountedScan next = removing
                ? all().stream().filter(one -> !one.searched).findFirst().orElse(null)
                : null;
        if (next == null) {
            return 0;
        }
        List<ListedAndAcknowledged> rows =
                next.scan.read(state, partnerId, later(next.searchedTo, next.scan.after()), page);
        for (ListedAndAcknowledged both : rows) {
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

    int step(int rows, Scans.Visitor visitor) {
        CountedScan first = first();
        if (first == null) {
            return 0;
        }
        stuck = false;
        Scan scan = first.scan;
        int most = Math.min(rows, page);
        List<ListedAndAcknowledged> next = scan.read(state, partnerId, scan.after(), most);
        for (int i = 0; i < next.size(); i++) {
            ListedAndAcknowledged both = next.get(i);
            Look look = scan.visit(both, visitor);
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
                backlogs.remove(partnerId, scan.since());
            }
            scan.reached(both.variant());
            if (both.image() == null && first.removals > 0) {
                first.removals--;
            }
        }
        if (next.size() < most) {
            end(first);
        }
        return next.size() + 1; // A company without rows costs something as well.
    }

    private void end(CountedScan counted) {
        forget(counted);
        resyncs.values().remove(counted);
        companies.values().remove(counted);
        revoked.values().remove(counted);
        ended.add(counted.scan);
    }

    int stepOrCount(Scans.Visitor visitor) {
        return stuck ? count(visitor) : step(page, visitor);
    }

    private int count(Scans.Visitor visitor) {
        CountedScan uncounted =
                all().stream().filter(one -> !one.counted).findFirst().orElse(null);
        if (uncounted == null) {
            return 0;
        }
        Scan scan = uncounted.scan;
        List<ListedAndAcknowledged> next = scan.read(state, partnerId, later(uncounted.countedTo, scan.after()), page);
        for (ListedAndAcknowledged both : next) {
            if (!state.marks().isMarked(partnerId, both.variant()) && scan.visit(both, visitor) == Look.WAITS) {
                uncounted.left++;
                backlogs.add(partnerId, scan.since());
            }
            uncounted.countedTo = both.variant();
        }
        if (next.size() < page) {
            uncounted.counted = true;
            if (scan.isResync() && uncounted.left == 0) {
                uncounted.left = 1;
            } else {
                backlogs.remove(partnerId, scan.since());
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

    /** Writes how far the scans have got; returns whether any is left. */
    boolean write() {
        ended.forEach(scan -> scan.writeEnd(state, partnerId));
        ended.clear();
        CountedScan first = first();
        if (first == null) {
            return false;
        }
        first.scan.write(state, partnerId);
        return true;
    }
}
