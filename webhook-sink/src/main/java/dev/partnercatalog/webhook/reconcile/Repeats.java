package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Lane;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A partner's messages that have to be sent again, by lane. Not thread-safe: its {@link Feed} confines it. */
final class Repeats {

    /**
     * Attempts that a message may fail in a row before it is suspected: the third one is made apart from other messages,
     * and if it fails too, halves are tried (D37).
     */
    private static final int FAILURES_BEFORE_SUSPICION = 2;

    /** Each message holds up to a hundred variants in memory, and those of the backlog would come faster than they go. */
    private static final int MOST_SUSPECTS = 10;

    /**
     * A message that has to be sent again.
     *
     * @param endpoint version of the endpoint that it was for
     * @param time its time, which it keeps while it says the same
     * @param notBefore when its endpoint may be tried again with it, in milliseconds since 1970
     */
    record Repeat(List<Outgoing.Part> parts, long endpoint, long time, Outgoing.Failures failures, long notBefore) {

        /**
         * The smallest part is closest to showing which record is at fault; but if none is accepted, all have their
         * turns.
         */
        private static final Comparator<Repeat> SUSPECTS_ORDER = Comparator.<Repeat>comparingInt(
                        repeat -> repeat.failures().count())
                .thenComparingInt(repeat -> repeat.parts().size())
                .thenComparingLong(Repeat::time)
                .thenComparing(repeat -> repeat.parts().get(0).variant());

        Repeat {
            parts = List.copyOf(parts);
        }

        Repeat from(int index) {
            return new Repeat(parts.subList(index, parts.size()), endpoint, time, failures, notBefore);
        }

        boolean says(List<Outgoing.Part> others) {
            return parts.size() == others.size()
                    && IntStream.range(0, parts.size())
                            .allMatch(i -> parts.get(i).says(others.get(i)));
        }

        private boolean mayBeTried(long now) {
            return !isPaused(notBefore, now);
        }
    }

    /** A pause that would last longer than the longest possible one was set by a clock that was ahead: it is over. */
    static boolean isPaused(long notBefore, long now) {
        return notBefore > now && notBefore - now <= Backoff.MAX.toMillis();
    }

    private final Deque<Repeat> main = new ArrayDeque<>();
    private final List<Repeat> suspects = new ArrayList<>();

    /**
     * Adds a message. One that has failed, and isn't suspected yet, is the next one again: if each waited for all others,
     * and those fail too, pauses would have grown long before the first one is suspected.
     *
     * @param lane its lane unless it has failed so often that it is suspected
     * @param maySuspect whether there is room for another suspect
     */
    void add(Lane lane, Repeat repeat, boolean maySuspect) {
        int failures = repeat.failures().count();
        if (lane == Lane.PROBE || (maySuspect && failures >= FAILURES_BEFORE_SUSPICION)) {
            suspects.add(repeat);
        } else if (failures > 0 && failures < FAILURES_BEFORE_SUSPICION) {
            main.addFirst(repeat);
        } else {
            main.addLast(repeat);
        }
    }

    @Nullable
    Repeat poll() {
        return main.poll();
    }

    /** The next suspected message, null if none may be tried now. */
    @Nullable
    Repeat pollSuspect(long now) {
        Repeat next = suspects.stream()
                .filter(repeat -> repeat.mayBeTried(now))
                .min(Repeat.SUSPECTS_ORDER)
                .orElse(null);
        suspects.remove(next);
        return next;
    }

    boolean hasAny() {
        return !main.isEmpty();
    }

    boolean hasSuspects(long now) {
        return suspects.stream().anyMatch(repeat -> repeat.mayBeTried(now));
    }

    boolean isFullOfSuspects() {
        return suspects.size() >= MOST_SUSPECTS;
    }

    boolean isEmpty() {
        return main.isEmpty() && suspects.isEmpty();
    }

    void clear() {
        main.clear();
        suspects.clear();
    }
}
