package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.state.Hash;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A partner's messages that have to be sent again, by priority. Not thread-safe: its {@link Feed} confines it. */
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
     * @param contents hashes of its records, in the order of the variants
     * @param endpoint version of the endpoint that it was for
     * @param time its time, which it keeps while it says the same
     * @param failures how often in a row an attempt with it, or with a message that it is a part of, has failed
     */
    record Repeat(List<ScopedVariant> variants, List<Hash> contents, long endpoint, long time, int failures) {

        /**
         * The smallest part is closest to showing which record is at fault; but if none is accepted, all have their
         * turns.
         */
        private static final Comparator<Repeat> SUSPECTS_ORDER = Comparator.comparingInt(Repeat::failures)
                .thenComparingInt(repeat -> repeat.variants().size())
                .thenComparingLong(Repeat::time)
                .thenComparing(repeat -> repeat.variants().get(0));

        Repeat {
            variants = List.copyOf(variants);
            contents = List.copyOf(contents);
        }

        static Repeat of(Outgoing message, List<Outgoing.Part> parts, int failures) {
            return new Repeat(
                    parts.stream().map(Outgoing.Part::variant).toList(),
                    parts.stream().map(Outgoing.Part::content).toList(),
                    message.subscriber().endpointVersion(),
                    message.times().message(),
                    failures);
        }

        /** The rest of it, from a variant on. */
        Repeat from(int index) {
            return new Repeat(
                    variants.subList(index, variants.size()),
                    contents.subList(index, contents.size()),
                    endpoint,
                    time,
                    failures);
        }
    }

    private final Deque<Repeat> live = new ArrayDeque<>();
    private final Deque<Repeat> backlog = new ArrayDeque<>();
    private final Queue<Repeat> suspects = new PriorityQueue<>(Repeat.SUSPECTS_ORDER);

    /**
     * Adds a message. One that has failed, and isn't suspected yet, is the next one again: if each waited for all others,
     * and those fail too, pauses would have grown long before the first one is suspected.
     *
     * @param priority its priority unless it has failed so often that it is suspected
     * @param maySuspect whether there is room for another suspect
     */
    void add(Priority priority, Repeat repeat, boolean maySuspect) {
        if (priority == Priority.SUSPECT || (maySuspect && repeat.failures() >= FAILURES_BEFORE_SUSPICION)) {
            suspects.add(repeat);
        } else if (repeat.failures() > 0 && repeat.failures() < FAILURES_BEFORE_SUSPICION) {
            unsuspected(priority).addFirst(repeat);
        } else {
            unsuspected(priority).addLast(repeat);
        }
    }

    private Queue<Repeat> of(Priority priority) {
        return priority == Priority.SUSPECT ? suspects : unsuspected(priority);
    }

    private Deque<Repeat> unsuspected(Priority priority) {
        return priority == Priority.BACKLOG ? backlog : live;
    }

    /** The next message of a priority, null if there is none. */
    @Nullable
    Repeat poll(Priority priority) {
        return of(priority).poll();
    }

    boolean hasAny(Priority priority) {
        return !of(priority).isEmpty();
    }

    /** Whether the next live message has failed before. */
    boolean nextHasFailed() {
        Repeat next = live.peek();
        return next != null && next.failures() > 0;
    }

    /** Whether so many messages are suspected that the backlog should add none. */
    boolean isFullOfSuspects() {
        return suspects.size() >= MOST_SUSPECTS;
    }

    boolean isEmpty() {
        return live.isEmpty() && backlog.isEmpty() && suspects.isEmpty();
    }

    void clear() {
        live.clear();
        backlog.clear();
        suspects.clear();
    }
}
