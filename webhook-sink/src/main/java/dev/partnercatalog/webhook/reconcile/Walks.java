package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.state.Backlogs;
import dev.partnercatalog.webhook.state.ListedAndHeld;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Resync;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The walks of all partners. A walk covers one company whose configuration changed, or one part that the partner
 * requested again. It reads what is listed and what the partner has side by side, and puts what differs into messages.
 * It marks nothing. Its position is written to the store after the intents of those messages.
 *
 * <p>A walk that can't send counts what it would send, so that operators and partners see how much is due. It leaves
 * out what is marked or in a message at that time, because that counts already. A variant that is marked later counts
 * twice until the walk ends. Until a walk has counted, it counts as one variant. A resync counts as at least one until
 * it ends: a partner that sees 0 considers its resync done.
 */
final class Walks {

    private static final long COUNTED_AFTER_MS = 1_000;

    private final SinkState state;
    private final Backlogs backlogs;
    private final int page;
    private final Map<String, Course> courses = new HashMap<>();

    /** The result of examining a variant. */
    enum Look {
        SAME,
        SENT,
        /** It can't be sent now, and everything behind it waits. */
        WAITS,
        /** As {@link #WAITS}, but it is in a message, with which it is counted. */
        WAITS_UNDER_INTENT
    }

    /** Receives the variants that a walk reaches. */
    interface Visitor {

        /**
         * Examines a variant.
         *
         * @param anew whether it is sent even if the partner has it
         * @param since when the walk began, in milliseconds since 1970
         */
        Look visit(ListedAndHeld both, boolean anew, long since);
    }

    /** One walk, for a partner that requested a part again, or whose configuration of a company changed. */
    private static final class Walk {

        private final long companyId;
        private final @Nullable Resync resync;
        private final @Nullable ComparisonProgress compared;
        private final long since;
        private @Nullable ScopedVariant after;
        private @Nullable ScopedVariant written;
        private @Nullable ScopedVariant countedTo;
        private boolean counted;
        private long left;

        Walk(Resync resync) {
            this.companyId = resync.companyId();
            this.resync = resync;
            this.compared = null;
            this.since = resync.since();
            this.after = resync.after();
        }

        Walk(long companyId, ComparisonProgress compared) {
            this.companyId = companyId;
            this.resync = null;
            this.compared = compared;
            this.since = compared.since();
            this.after = compared.after();
        }

        @Nullable
        String barcode() {
            return resync == null ? null : resync.barcode();
        }

        Look visit(ListedAndHeld both, Visitor visitor) {
            return resync == null || resync.isOf(both.variant())
                    ? visitor.visit(both, resync != null, since)
                    : Look.SAME;
        }
    }

    /** All walks of one partner: what it may no longer have comes first, then what it requested. */
    private static final class Course {

        private final TreeMap<Long, Walk> revoked = new TreeMap<>();
        private final TreeMap<Long, Walk> resyncs = new TreeMap<>();
        private final TreeMap<Long, Walk> companies = new TreeMap<>();
        private final List<Walk> ended = new ArrayList<>();
        private boolean stuck;
        private long sentAt = Long.MIN_VALUE;

        @Nullable
        Walk first() {
            return Stream.of(revoked, resyncs, companies)
                    .filter(walks -> !walks.isEmpty())
                    .map(walks -> walks.firstEntry().getValue())
                    .findFirst()
                    .orElse(null);
        }

        List<Walk> all() {
            List<Walk> all = new ArrayList<>(revoked.values());
            all.addAll(resyncs.values());
            all.addAll(companies.values());
            return all;
        }
    }

    Walks(SinkState state, int page) {
        this.state = state;
        this.backlogs = state.backlogs();
        this.page = page;
    }

    /** A company has to be compared, from where the comparison got to. */
    void add(String partnerId, long companyId, ComparisonProgress compared) {
        Course course = courses.computeIfAbsent(partnerId, id -> new Course());
        boolean revoked = compared.fingerprint().equals(Hash.NONE);
        Walk before = (revoked ? course.companies : course.revoked).remove(companyId);
        Walk replaced = (revoked ? course.revoked : course.companies).put(companyId, new Walk(companyId, compared));
        begin(partnerId, course, before == null ? replaced : before, compared.since());
    }

    /** A part has to be sent again, from where that got to. */
    void add(String partnerId, Resync resync) {
        Course course = courses.computeIfAbsent(partnerId, id -> new Course());
        begin(partnerId, course, course.resyncs.put(resync.number(), new Walk(resync)), resync.since());
    }

    private void begin(String partnerId, Course course, @Nullable Walk before, long since) {
        if (before != null) {
            forget(partnerId, before);
        }
        course.stuck = false;
        backlogs.add(partnerId, since);
    }

    /** For now, webhooks no longer go to the partner. */
    void drop(String partnerId) {
        Course course = courses.remove(partnerId);
        if (course != null) {
            course.all().forEach(walk -> forget(partnerId, walk));
        }
    }

    /** Stops counting a walk. */
    private void forget(String partnerId, Walk walk) {
        backlogs.remove(partnerId, walk.since, walk.left + (walk.counted ? 0 : 1));
    }

    /** The partners with a walk in progress. */
    Set<String> partners() {
        return Set.copyOf(courses.keySet());
    }

    boolean isWalking(String partnerId) {
        return courses.containsKey(partnerId);
    }

    /**
     * Whether nothing is left to do for a partner before one of its messages can be sent. What would be sent is counted
     * only if nothing could be sent for a while: examining costs as much as sending.
     *
     * @param accepts whether the partner's endpoint has just accepted a message, and so will soon accept more
     */
    boolean isStuck(String partnerId, boolean accepts, long now) {
        Course course = courses.get(partnerId);
        return course != null
                && course.stuck
                && (accepts
                        || now < course.sentAt + COUNTED_AFTER_MS
                        || course.all().stream().allMatch(walk -> walk.counted));
    }

    /** A message with variants from a walk has been formed. */
    void sent(String partnerId, long now) {
        Course course = courses.get(partnerId);
        if (course != null) {
            course.sentAt = now;
            course.stuck = true;
        }
    }

    /**
     * Walks on by at most a page. Returns the number of variants examined, 0 if nothing is left or everything has to
     * wait.
     */
    int step(String partnerId, int rows, Visitor visitor) {
        Course course = courses.get(partnerId);
        Walk walk = course == null ? null : course.first();
        if (course == null || walk == null) {
            return 0;
        }
        course.stuck = false;
        int most = Math.min(rows, page);
        List<ListedAndHeld> next = read(partnerId, walk, walk.after, most);
        for (int i = 0; i < next.size(); i++) {
            ListedAndHeld both = next.get(i);
            Look look = walk.visit(both, visitor);
            if (look == Look.WAITS || look == Look.WAITS_UNDER_INTENT) {
                course.stuck = true;
                return i;
            }
            // A variant that wasn't counted may have been sent. The last one is subtracted at the end.
            if (look == Look.SENT && walk.left > 1) {
                walk.left--;
                backlogs.remove(partnerId, walk.since);
            }
            walk.after = both.variant();
        }
        if (next.size() < most) {
            end(partnerId, course, walk);
        }
        return next.size() + 1; // A company without rows costs something as well.
    }

    private void end(String partnerId, Course course, Walk walk) {
        forget(partnerId, walk);
        course.resyncs.values().remove(walk);
        course.companies.values().remove(walk);
        course.revoked.values().remove(walk);
        course.ended.add(walk);
    }

    private List<ListedAndHeld> read(String partnerId, Walk walk, @Nullable ScopedVariant after, int rows) {
        return state.bothAfter(partnerId, walk.companyId, walk.barcode(), after, rows);
    }

    /**
     * Walks on while no message can be sent, up to the first variant that has to be sent, and counts those from there
     * on.
     *
     * @return the number of variants examined
     */
    int pass(String partnerId, Visitor visitor) {
        Course course = courses.get(partnerId);
        return course != null && course.stuck ? count(partnerId, course, visitor) : step(partnerId, page, visitor);
    }

    private int count(String partnerId, Course course, Visitor visitor) {
        Walk walk =
                course.all().stream().filter(one -> !one.counted).findFirst().orElse(null);
        if (walk == null) {
            return 0;
        }
        List<ListedAndHeld> next = read(partnerId, walk, later(walk.countedTo, walk.after), page);
        for (ListedAndHeld both : next) {
            if (!state.marks().isMarked(partnerId, both.variant()) && walk.visit(both, visitor) == Look.WAITS) {
                walk.left++;
                backlogs.add(partnerId, walk.since);
            }
            walk.countedTo = both.variant();
        }
        if (next.size() < page) {
            walk.counted = true;
            if (walk.resync != null && walk.left == 0) {
                walk.left = 1;
            } else {
                backlogs.remove(partnerId, walk.since);
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

    /** Writes how far a partner's walks have got, after the intents of what they reached. */
    void write(String partnerId) {
        Course course = courses.get(partnerId);
        if (course == null) {
            return;
        }
        course.ended.forEach(walk -> writeEnd(partnerId, walk));
        course.ended.clear();
        Walk walk = course.first();
        if (walk == null) {
            courses.remove(partnerId);
        } else if (walk.after != null && !walk.after.equals(walk.written)) {
            walk.written = walk.after;
            if (walk.resync != null) {
                state.putResync(partnerId, walk.resync.upTo(walk.after));
            } else if (walk.compared != null) {
                state.putCompared(partnerId, walk.companyId, walk.compared.upTo(walk.after));
            }
        }
    }

    private void writeEnd(String partnerId, Walk walk) {
        if (walk.resync != null) {
            state.deleteResync(partnerId, walk.resync.number());
        } else if (walk.compared != null) {
            if (walk.compared.fingerprint().equals(Hash.NONE)) {
                state.deleteCompared(partnerId, walk.companyId);
            } else {
                state.putCompared(partnerId, walk.companyId, walk.compared.whole());
            }
        }
    }
}
