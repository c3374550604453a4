package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares, company by company and a few rows at a time, what a partner has with what it should have, after its
 * configuration changed. First what the company lists, then what the partner has that isn't listed any more, or not for
 * it.
 */
final class Sweep {

    private final SinkState state;
    private final Comparison comparison;
    private final int rowsAtOnce;
    private final Map<String, NavigableSet<Long>> waiting = new LinkedHashMap<>();
    private @Nullable Position position;

    private static final class Position {
        private final String partnerId;
        private final long companyId;
        private boolean listedDone;
        private @Nullable ScopedVariant after;

        Position(String partnerId, long companyId) {
            this.partnerId = partnerId;
            this.companyId = companyId;
        }

        boolean isAt(String otherPartnerId, long otherCompanyId) {
            return partnerId.equals(otherPartnerId) && companyId == otherCompanyId;
        }
    }

    /** What the sweep needs to know and to tell. */
    interface Work {
        Subscriber subscriber(String partnerId);

        void differs(String partnerId, ScopedVariant variant);

        void compared(String partnerId, long companyId);
    }

    Sweep(SinkState state, Comparison comparison, int rowsAtOnce) {
        this.state = state;
        this.comparison = comparison;
        this.rowsAtOnce = rowsAtOnce;
    }

    /** A company has to be compared, from the beginning if that is under way. */
    void add(String partnerId, long companyId) {
        waiting.computeIfAbsent(partnerId, id -> new TreeSet<>()).add(companyId);
        if (position != null && position.isAt(partnerId, companyId)) {
            position = null;
        }
    }

    /** Webhooks no longer go to the partner. */
    void drop(String partnerId) {
        waiting.remove(partnerId);
        if (position != null && position.partnerId.equals(partnerId)) {
            position = null;
        }
    }

    boolean isWaiting(String partnerId, long companyId) {
        NavigableSet<Long> companies = waiting.get(partnerId);
        return companies != null && companies.contains(companyId);
    }

    /** Compares the next few rows; returns whether any are left. */
    boolean step(Work work) {
        int rows = rowsAtOnce;
        while (rows > 0) {
            Position at = position == null ? next() : position;
            if (at == null) {
                return false;
            }
            position = at;
            // A company without rows costs something too.
            rows -= 1 + (at.listedDone ? sweepHeld(at, rows, work) : sweepListed(at, rows, work));
        }
        return true;
    }

    private @Nullable Position next() {
        Iterator<Map.Entry<String, NavigableSet<Long>>> partners =
                waiting.entrySet().iterator();
        if (!partners.hasNext()) {
            return null;
        }
        Map.Entry<String, NavigableSet<Long>> partner = partners.next();
        return new Position(partner.getKey(), partner.getValue().first());
    }

    private int sweepListed(Position at, int rows, Work work) {
        List<ScopedVariant> listed = state.listedAfter(at.companyId, at.after, rows);
        Subscriber subscriber = work.subscriber(at.partnerId);
        for (ScopedVariant variant : listed) {
            if (subscriber.configuration(variant) != null) {
                markIfDifferent(subscriber, variant, work);
            }
            at.after = variant;
        }
        if (listed.size() < rows) {
            at.listedDone = true;
            at.after = null;
        }
        return listed.size();
    }

    private int sweepHeld(Position at, int rows, Work work) {
        List<ScopedVariant> held = state.heldAfter(at.partnerId, at.companyId, at.after, rows);
        Subscriber subscriber = work.subscriber(at.partnerId);
        for (ScopedVariant variant : held) {
            boolean comparedAlready = subscriber.configuration(variant) != null && state.isListed(variant);
            if (!comparedAlready) {
                markIfDifferent(subscriber, variant, work);
            }
            at.after = variant;
        }
        if (held.size() < rows) {
            finish(at, work);
        }
        return held.size();
    }

    private void markIfDifferent(Subscriber subscriber, ScopedVariant variant, Work work) {
        Held held = state.held(subscriber.partnerId(), variant);
        if (comparison.difference(subscriber, variant, held) != null) {
            work.differs(subscriber.partnerId(), variant);
        }
    }

    private void finish(Position at, Work work) {
        position = null;
        NavigableSet<Long> companies = waiting.get(at.partnerId);
        if (companies != null) {
            companies.remove(at.companyId);
            // To the end of the row, so that partners take turns.
            waiting.remove(at.partnerId);
            if (!companies.isEmpty()) {
                waiting.put(at.partnerId, companies);
            }
        }
        work.compared(at.partnerId, at.companyId);
    }
}
