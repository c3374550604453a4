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
 * it. Partners take turns within a company too, so that a large one holds up nobody else's.
 */
final class Sweep {

    private static final int TURNS_AT_ONCE = 8;

    private final SinkState state;
    private final Comparison comparison;
    private final int rowsAtOnce;
    private final int rowsInTurn;
    private final Map<String, Course> courses = new LinkedHashMap<>();

    /** How far the comparison has come for one partner. */
    private static final class Course {
        private final NavigableSet<Long> companies = new TreeSet<>();
        private boolean listedDone;
        private @Nullable ScopedVariant after;

        void add(long companyId) {
            if (companies.isEmpty() || companies.first() >= companyId) {
                begin();
            }
            companies.add(companyId);
        }

        void begin() {
            listedDone = false;
            after = null;
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
        this.rowsInTurn = Math.max(1, rowsAtOnce / TURNS_AT_ONCE);
    }

    /** A company has to be compared, from the beginning if that is under way. */
    void add(String partnerId, long companyId) {
        courses.computeIfAbsent(partnerId, id -> new Course()).add(companyId);
    }

    /** Webhooks no longer go to the partner. */
    void drop(String partnerId) {
        courses.remove(partnerId);
    }

    boolean isWaiting(String partnerId, long companyId) {
        Course course = courses.get(partnerId);
        return course != null && course.companies.contains(companyId);
    }

    /** Compares the next few rows; returns whether any are left. */
    boolean step(Work work) {
        for (int rows = rowsAtOnce; rows > 0; ) {
            Iterator<Map.Entry<String, Course>> first = courses.entrySet().iterator();
            if (!first.hasNext()) {
                return false;
            }
            Map.Entry<String, Course> next = first.next();
            String partnerId = next.getKey();
            Course course = next.getValue();
            first.remove();
            Subscriber subscriber = work.subscriber(partnerId);
            int most = Math.min(rows, rowsInTurn);
            // A company without rows costs something too.
            rows -= 1
                    + (course.listedDone
                            ? sweepHeld(course, subscriber, most, work)
                            : sweepListed(course, subscriber, most, work));
            if (!course.companies.isEmpty()) {
                courses.put(partnerId, course);
            }
        }
        return true;
    }

    private int sweepListed(Course course, Subscriber subscriber, int rows, Work work) {
        List<ScopedVariant> listed = state.listedAfter(course.companies.first(), course.after, rows);
        for (ScopedVariant variant : listed) {
            if (subscriber.configuration(variant) != null) {
                markIfDifferent(subscriber, variant, work);
            }
            course.after = variant;
        }
        if (listed.size() < rows) {
            course.listedDone = true;
            course.after = null;
        }
        return listed.size();
    }

    private int sweepHeld(Course course, Subscriber subscriber, int rows, Work work) {
        long companyId = course.companies.first();
        List<ScopedVariant> held = state.heldAfter(subscriber.partnerId(), companyId, course.after, rows);
        for (ScopedVariant variant : held) {
            boolean comparedAlready = subscriber.configuration(variant) != null && state.isListed(variant);
            if (!comparedAlready) {
                markIfDifferent(subscriber, variant, work);
            }
            course.after = variant;
        }
        if (held.size() < rows) {
            course.begin();
            course.companies.remove(companyId);
            work.compared(subscriber.partnerId(), companyId);
        }
        return held.size();
    }

    private void markIfDifferent(Subscriber subscriber, ScopedVariant variant, Work work) {
        Held held = state.held(subscriber.partnerId(), variant);
        if (comparison.differs(subscriber, variant, held)) {
            work.differs(subscriber.partnerId(), variant);
        }
    }
}
