package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes a change of a company's entry to each scope where it holds: where the variant is listed and has no entry of the
 * scope's own. A company may list it at any number of locations, so that is done a few at a time; that some are left is in
 * the store. If the entry changes again meanwhile, it goes on from there and once around: so none is left out, however often
 * it changes.
 */
final class Spread {

    /** What the spread needs to know and to tell. */
    interface Work {
        /** How many partners there are whose copies may have to change. */
        int partners(long companyId);

        void changed(ScopedVariant variant, long time, Cause cause);
    }

    /**
     * How far a change has come.
     *
     * @param after the scope that was reached last, null to begin with the first
     * @param around the scope at which the entry changed once more, null if it didn't: up to there it begins anew
     * @param anew whether it has begun anew
     */
    private record Course(
            Due change,
            @Nullable ScopedVariant after,
            @Nullable ScopedVariant around,
            boolean anew) {}

    private final SinkState state;
    private final Work work;
    private final int marksAtOnce;
    private final Map<ScopedVariant, Course> courses = new LinkedHashMap<>();

    /** Takes up what the state left. */
    Spread(SinkState state, Work work, int marksAtOnce) {
        this.state = state;
        this.work = work;
        this.marksAtOnce = marksAtOnce;
        state.spreading().forEach((company, change) -> courses.put(company, new Course(change, null, null, false)));
    }

    /**
     * A company's entry has changed.
     *
     * @param company its variant at company scope
     * @return whether scopes are left to be reached
     */
    boolean begin(ScopedVariant company, long time, Cause cause) {
        Course before = courses.remove(company);
        if (before == null) {
            advance(company, new Course(Due.at(time, cause), null, null, false), false);
        } else {
            Due change = before.change().changed(cause);
            state.putSpreading(company, change);
            advance(company, new Course(change, before.after(), before.after(), false), true);
        }
        return courses.containsKey(company);
    }

    /** Reaches the next few scopes; changes take turns. */
    void step() {
        for (int marks = marksAtOnce; marks > 0 && !courses.isEmpty(); ) {
            Iterator<Map.Entry<ScopedVariant, Course>> first =
                    courses.entrySet().iterator();
            Map.Entry<ScopedVariant, Course> next = first.next();
            ScopedVariant company = next.getKey();
            Course course = next.getValue();
            first.remove();
            marks -= advance(company, course, true);
        }
    }

    /** Returns how many marks that may have made, counting at least one. */
    private int advance(ScopedVariant company, Course course, boolean stored) {
        int partners = Math.max(1, work.partners(company.companyId()));
        int most = Math.max(1, marksAtOnce / partners);
        List<ScopedVariant> scopes = state.listedOf(company, course.after(), most);
        ScopedVariant around = course.around();
        if (around != null && course.anew()) {
            scopes = scopes.stream()
                    .filter(scope -> scope.compareTo(around) <= 0)
                    .toList();
        }
        for (ScopedVariant scope : scopes) {
            if (scope.isCompany() || !state.hasEntry(scope)) {
                work.changed(scope, course.change().since(), course.change().cause());
            }
        }
        if (scopes.size() == most) {
            if (!stored) {
                state.putSpreading(company, course.change());
            }
            courses.put(company, new Course(course.change(), scopes.get(most - 1), around, course.anew()));
        } else if (around != null && !course.anew()) {
            courses.put(company, new Course(course.change(), null, around, true));
        } else if (stored) {
            state.deleteSpreading(company);
        }
        return Math.max(1, scopes.size()) * partners;
    }
}
